/** Whether the server answers: told by what was asked last. */
class Reach {
  isAway = $state(false);
}

export const reach = new Reach();
