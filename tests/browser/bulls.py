"""Somebody who plays Stieren Versieren: by tap, or with the keyboard alone."""

from random import Random

from playwright.sync_api import Locator

from .guest import Guest

GAME = "stieren_versieren"
MOST_KEYS = 80

ASKED = """() => document.querySelector('.table[data-turn=true] .evening:not([data-running])')
           || document.querySelector('.curtain') || document.querySelector('dialog h2')"""
ON_THE_WAY = """it => { const [group, now] = [it.closest('.square, .hand'), document.activeElement];
    return [(it.closest('button') ?? it) === now,
            !!group && group.contains(now) && now.matches('[data-thing], .hand button')]; }"""
"""Tells whether the focus is at a goal, or beside it in the same group."""
GONE_ON = """version => {
  const [table, board] = ['.table', '.evening'].map(it => document.querySelector(it));
  return Number(table.dataset.version) > version && !board?.dataset.running
         || ['.curtain', 'dialog h2', '[data-confirm]'].some(it => document.querySelector(it)); }"""
BULL, COW, PLACE = (f'[data-thing="{thing} {{}}"]' for thing in ("bull", "cow", "place"))
CARD = '.cards .hand button:has([data-travel$=" {}"])'
FIGHTER = '.fight .hand button[aria-label*="{}" i]'
PRESSES = {
    "cow": (PLACE,),
    "choose": (CARD,),
    "talk": (BULL, COW),
    "court": (BULL, COW),
    "move": (BULL, PLACE),
    "chase": (COW, PLACE),
    "lead": (COW,),
    "take": (BULL,),
    "alone": (".place.target .ground",),
    "extra": (CARD, ".tray .ask .button:not([data-run], .icon)"),
    "swap": (CARD,),
    "challenge": (FIGHTER,),
    "decline": (".fight .ask > .button",),
    "join": (FIGHTER,),
    "support": (CARD,),
    "done": ("[data-run]",),
    "pick": (".fight .ask .button",),
    "pass": ("[data-pass]",),
}
"""What is pressed for a move of a kind, in this order; each bull, cow and place of it in turn."""
SYMBOLS = {"h": "heart", "m": "money", "d": "dumbbell", "b": "beer"}


def sit_down(guest: Guest, seats: int, options: dict[str, str] | None = None) -> None:
    """Open a table with the weakest bots on all other seats."""
    calves = [{"kind": "bot", "level": "calf"}] * (seats - 1)
    guest.sit_down(GAME, *calves, options=options or {})


def wait_until_asked(guest: Guest) -> bool:
    """Wait until something is to be decided; False if the game ends instead."""
    guest.wait_until(ASKED)
    return not guest.page.locator("dialog h2").count()


def phase_of(guest: Guest) -> str:
    """Read what is to be decided."""
    return guest.page.locator(".evening").get_attribute("data-phase") or ""


def some(found: Locator, chance: Random) -> Locator:
    """Take any of several things."""
    return found.nth(chance.randrange(found.count()))


class ByTap:
    """Decides by tapping what the board shows as possible."""

    def __init__(self, guest: Guest, chance: Random) -> None:
        self.guest, self.chance = guest, chance

    def find(self, selector: str) -> Locator:
        """Find things on the page."""
        return self.guest.page.locator(selector)

    def press(self, thing: Locator) -> None:
        """Tap something. A place is tapped on its name: cards may lie on its middle."""
        is_place = "ground" in (thing.get_attribute("class") or "")
        thing.click(position={"x": 20, "y": 10} if is_place else None)

    def decide(self) -> str:
        """Make one decision, and say which kind it was."""
        guest = self.guest
        if self.find("[data-continue]").count():
            self.press(self.find("[data-continue]"))
        phase, version = phase_of(guest), guest.version
        getattr(self, phase)()
        self.see_through(version)
        return phase

    def make(self, *moves: str) -> None:
        """Make a certain decision, of one step or of several that are prepared together."""
        version = self.guest.version
        for move in moves:
            kind, *names = move.split()
            for selector in PRESSES[kind]:
                name = names.pop(0) if "{}" in selector else ""
                words = f"{SYMBOLS[name[0]]} bull {name[1:]}" if selector == FIGHTER else name
                self.press(self.find(selector.format(words)).first)
        self.see_through(version)

    def see_through(self, version: int) -> None:
        """Say yes where that is asked, until something has happened."""
        guest = self.guest
        guest.wait_until(GONE_ON, arg=version)
        while self.find("[data-confirm]").count():  # any step of several may ask
            self.press(self.find("[data-confirm]"))
            self.find("[data-confirm]").wait_for(state="detached")
            guest.wait_until(GONE_ON, arg=version)

    def cow(self) -> None:
        """Send the new cow somewhere."""
        self.press(some(self.find(".place.target .ground"), self.chance))

    shortage = cow

    def choose(self) -> None:
        """Lay one bull face down, or two with two players."""
        hand = self.find(".cards .hand button")
        both = min(hand.count(), 2 if self.find("[data-player]").count() == 2 else 1)
        for at in self.chance.sample(range(hand.count()), both):
            self.press(hand.nth(at))

    def action(self) -> None:
        """Prefer what brings the game forward: court, talk, then anything else."""
        bulls = self.find('[data-thing^="bull"].can')
        wish = self.chance.random()
        if wish < 0.15 or (not bulls.count() and wish < 0.6):
            self.press(self.find("[data-pass]"))
        elif wish < 0.3 or not bulls.count():
            self.swap_some()
        else:
            self.press(some(bulls, self.chance))
            acts = self.find(".acts button")
            best = [acts.filter(has_text=word) for word in ("Court", "Talk")]
            self.press(some(next((it for it in best if it.count()), acts), self.chance))

    def swap_some(self) -> None:
        """Take two cards of the hand for a swap, the higher one first."""
        hand = self.find(".cards .hand button")
        for at in reversed(range(min(2, hand.count()))):
            self.press(hand.nth(at))
        self.press(self.find("[data-run]"))

    def companion(self) -> None:
        """Take anybody along, or nobody."""
        self.press(some(self.find(".acts button"), self.chance))

    def swap(self) -> None:
        """Draw; the board goes on with a swap by itself, so this is rare."""
        self.press(self.find("[data-run]"))

    def challenge(self) -> None:
        """Always challenge."""
        self.press(self.find(".fight .hand button").first)

    def commit(self) -> None:
        """Put in what one has, at most a mate and a card."""
        for helpers in (self.find(".fight .hand button"), self.find(".cards .hand button .can")):
            if helpers.count():
                self.press(helpers.first)
        self.press(self.find("[data-run]"))

    def pick(self) -> None:
        """Give the cow to any of the strongest."""
        self.press(some(self.find(".fight .ask .button"), self.chance))


class ByKeyboard(ByTap):
    """Decides with Tab, the arrow keys and Enter alone."""

    def press(self, thing: Locator) -> None:
        """Walk to something, with Tab from part to part and with the arrow keys inside, and press
        Enter."""
        node = thing.element_handle()
        keyboard = self.guest.page.keyboard
        for _ in range(MOST_KEYS):
            is_there, is_beside = node.evaluate(ON_THE_WAY)
            if is_there:
                keyboard.press("Enter")
                return
            keyboard.press("ArrowRight" if is_beside else "Tab")
        raise AssertionError(f"the keyboard never reaches {thing}")
