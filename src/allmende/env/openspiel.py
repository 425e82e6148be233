"""Allmende's games in OpenSpiel.

    import allmende.env.openspiel
    import pyspiel
    game = pyspiel.load_game("allmende_<game>(players=3)")

All installed games are registered as `allmende_<name>`; `register` adds one of your own. Chance is
explicit, information states have perfect recall, and simultaneous choices are made in the order of
seats, hidden from each other. docs/openspiel.md says more.
"""

import warnings
from typing import Any

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.errors import BadSetup, UnknownGame
from allmende.core.game import SPECTATOR, Game, digest
from allmende.core.knowledge import knowledge_of
from allmende.core.language import Message
from allmende.core.length import check_ended
from allmende.core.observation import size
from allmende.core.registry import find_game, known_games
from allmende.core.script import SCRIPT_BITS, TooMuchChance

from .optional import needed
from .tree import Node, tree_of

pyspiel: Any = needed("pyspiel", "openspiel")

PREFIX = "allmende_"
PLAYERS, RETURNS = "players", "returns"
PLACES, POINTS = "places", "points"
MOST_WAYS = 1_024
"""The most outcomes that one draw may have."""
MOST_POINTS = 1e6
"""What points stay below: no game says how many there can be."""
MOST_REMEMBERED = 10_000
"""The most entries of an information state as a tensor; games that would need more have none."""

DIGITS = 32
"""How much is written of a digest."""

CHANCE, OVER = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
ONE_SEAT = pyspiel.PrivateInfoType.SINGLE_PLAYER
NO_SEAT = pyspiel.PrivateInfoType.NONE

REGISTERED: dict[str, Game] = {}
"""The games that OpenSpiel knows, by the name that they have there."""


def register(game: Game | str) -> str:
    """Let OpenSpiel know a game, given by its name, the path of its file or as it is; return the
    name that it has there."""
    found = game if isinstance(game, Game) else find_game(game)
    name = PREFIX + found.name.replace("-", "_")
    if name not in REGISTERED:
        pyspiel.register_game(type_of(found, name), class_of(found, name))
    REGISTERED[name] = found
    return name


def class_of(game: Game, name: str) -> type["SpielGame"]:
    """Make the class of a game. OpenSpiel lets go of what it was given when Python has ended
    already, which a class survives."""
    return type("SpielGame", (SpielGame,), {"of": game, "known_as": name})


def register_installed() -> None:
    """Let OpenSpiel know all installed games; one that cannot be loaded is left out."""
    for name in known_games():
        try:
            register(name)
        except UnknownGame as trouble:
            warnings.warn(str(trouble), stacklevel=2)


def type_of(game: Game, name: str) -> Any:
    """Tell OpenSpiel what kind of game this is."""
    secret, open_to_all = (
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        pyspiel.GameType.Information.PERFECT_INFORMATION,
    )
    return pyspiel.GameType(
        short_name=name,
        long_name=game.speaker("en").say(Message("game.title")),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=secret if game.secrets else open_to_all,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=can_be_remembered(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


def parameters_of(game: Game) -> dict[str, Any]:
    """List what can be chosen, with what is taken otherwise. OpenSpiel reads a choice that looks
    like a number as one."""
    chosen = {option: typed(choices[0]) for option, choices in game.options.items()}
    return {PLAYERS: game.seats[0], RETURNS: PLACES, **chosen}


def typed(choice: str) -> int | str:
    """Return a choice as OpenSpiel reads it."""
    return int(choice) if choice.isdecimal() else choice


def memory_size(game: Game, seats: int) -> int:
    """Return how many entries an information state has as a tensor: whose it is, and a row for the
    deal and for each decision, with who made it, the move as it was shown, and what was known."""
    return seats + (1 + game.longest) * row_size(game, seats)


def can_be_remembered(game: Game) -> bool:
    """Tell whether information states of a game fit into a tensor."""
    return memory_size(game, max(game.seats)) <= MOST_REMEMBERED


def row_size(game: Game, seats: int) -> int:
    """Return how many entries each decision takes in an information state."""
    return seats + game.moves + size(game, seats)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Allmende as OpenSpiel wants it."""

    of: Game
    known_as: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Set up a game; `params` are the players, the options and what the returns count."""
        game = self.of
        chosen = {**parameters_of(game), **(params or {})}
        self.seats = game.check_seats(chosen.pop(PLAYERS))
        self.counts_points = is_points(chosen.pop(RETURNS))
        options = {option: str(choice) for option, choice in chosen.items()}
        self.tree = tree_of(game, self.seats, options)
        most = MOST_POINTS if self.counts_points else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.moves,
            max_chance_outcomes=MOST_WAYS,
            num_players=self.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        super().__init__(type_of(game, self.known_as), info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def new_initial_state(self, document: Any = None) -> "SpielState":
        """Return the state before the deal."""
        if document is not None:
            raise BadSetup("a state begins with the deal, not with a document")
        return SpielState(self, self.tree.root)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: a decision draws no more often than its script has bits."""
        return SCRIPT_BITS * (1 + self.of.longest)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer | None":
        """Return what observes states; None for what seats know in private, without what is public:
        the two are not told apart."""
        if params:
            raise BadSetup(f"an observation has no parameters such as {', '.join(params)}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info not in (ONE_SEAT, NO_SEAT):
            return None
        return Observer(self, kind.perfect_recall, kind.private_info == NO_SEAT)


def loaded(name: str) -> Any:
    """Load a game that was pickled; whoever asks for it here has registered what is installed."""
    return pyspiel.load_game(name)


def is_points(wish: str) -> bool:
    """Tell whether the returns count points; else they count places."""
    if wish not in (PLACES, POINTS):
        raise BadSetup(f"{RETURNS}: '{wish}' is not one of {PLACES}, {POINTS}")
    return wish == POINTS


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: a node of its tree."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        """Stand at a node. OpenSpiel copies and pickles what a state holds, which is the node."""
        super().__init__(game)
        self.node = node
        self.counts_points = game.counts_points

    def current_player(self) -> int:
        """Return who is next: a seat, chance, or nobody at the end."""
        if self.node.drawing:
            return int(CHANCE)
        return int(OVER) if self.node.is_over else self.node.seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of the draw, all equally likely."""
        ways = self.node.ways
        if ways > MOST_WAYS:
            raise TooMuchChance(f"a draw has {ways} outcomes, OpenSpiel is told of {MOST_WAYS}")
        return [(outcome, 1 / ways) for outcome in range(ways)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)
        if self.node.record.ply >= self.node.tree.game.longest:
            check_ended(self.node.tree.game, self.node.record, "a game in OpenSpiel")

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"{action + 1} of {self.node.ways}"
        return self.node.tree.game.words.notation(self.node.record, player, action)

    def returns(self) -> list[float]:
        """Return what each seat has in the end: its place, or its points above the average."""
        return self.node.leads() if self.counts_points else self.node.rewards()

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state that a player cannot tell from this one, all else dealt anew; each world
        that is possible is equally likely. Its history is that of this state."""
        state: SpielState = self.clone()
        state.node = self.node.imagined(player, key_of_seed(repr(sampler())))
        return state

    def __str__(self) -> str:
        node, game = self.node, self.node.tree.game
        if not node.is_dealt:
            return f"{game.name}, being dealt: {draws_of(node)}"
        board = game.words.board(game.view(node.record, None), game.speaker("en"))
        return f"{board}\n{digest(node.record)[:DIGITS]} {node.made or ''} {draws_of(node)}"


def draws_of(node: Node) -> str:
    """Write down what has been drawn for the decision at a node."""
    return " ".join(f"{drawn.outcome}/{drawn.ways}" for drawn in node.script)


class Observer:
    """What a seat, or somebody who only watches, knows at a state: now, or all along."""

    def __init__(self, game: SpielGame, all_along: bool, as_spectator: bool) -> None:
        """Prepare an observation, a vector of numbers that `set_from` fills."""
        self.game, self.seats = game.tree.game, game.seats
        self.all_along, self.as_spectator = all_along, as_spectator
        entries = size(self.game, self.seats)
        if all_along:
            entries = memory_size(self.game, self.seats)
        fits = not all_along or can_be_remembered(self.game)
        self.tensor = np.zeros(entries, np.float32) if fits else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what a player knows at a state; nothing before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not state.node.is_dealt:
            return
        if self.all_along:
            self.tensor[player] = 1
            rows = self.tensor[self.seats :].reshape(-1, row_size(self.game, self.seats))
            for row, node in zip(rows, state.node.decisions(), strict=False):
                self.remember(row, node, player)
        else:
            self.look(self.tensor, state.node, player)

    def remember(self, row: np.ndarray, node: Node, player: int) -> None:
        """Write down who made a decision, the move as the player saw it, and what it knew then."""
        if node.made is not None:
            row[(node.made.seat - player) % self.seats] = 1
            row[self.seats + node.shown_to(player)] = 1
        self.look(row[self.seats + self.game.moves :], node, player)

    def look(self, out: np.ndarray, node: Node, player: int) -> None:
        """Write down what a player knows at a node, or what everybody does."""
        out[:] = self.game.observe(node.record, None if self.as_spectator else player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Say what a player knows at a state, or with perfect recall the digest of all that it has
        known so far."""
        node = state.node
        if not node.is_dealt:
            return "nothing is dealt"
        if self.all_along:
            seat = SPECTATOR if self.as_spectator else player
            return f"seat {seat}, ply {node.record.ply}: {node.remembers(seat).hex()[:DIGITS]}"
        who = None if self.as_spectator else player
        return str(knowledge_of(self.game, node.record, who))


register_installed()
