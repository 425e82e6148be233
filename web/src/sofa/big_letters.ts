/** On a screen that is looked at from the sofa letters grow with it, as everything on the page does with the
 * letters. */
import "./big_letters.css";

export const bigLetters = (): (() => void) => {
  document.documentElement.classList.add("big-screen");
  return () => document.documentElement.classList.remove("big-screen");
};
