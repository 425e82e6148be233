"""Game files that people bring: verified, kept in a cabinet, and shown again.

A file is kept as it is, under a name that follows from its content: the same file has the same
address wherever and whenever it is brought, a link to one of its turns outlives a restart, and
nothing has to be written about it elsewhere. Those not looked at for longest make room.
"""

import base64
import hashlib
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from allmende.core.errors import GameFileError
from allmende.core.file import FIRST_LINE, read
from allmende.core.match import Match
from allmende.core.registry import game_named, games_here

from ..limits import FILES_IN_MEMORY
from ..refusal import NOT_FOUND, WRONG_FIELD, Refusal
from ..store.cabinet import Cabinet
from ..store.facts import MOVE, NO_NUMBER, RESIGN, TIME_IS_UP, Happening
from ..tables.history import History
from ..wire.fields import is_showable

NAME_LENGTH = 16
NAME = re.compile(rf"[A-Za-z0-9_-]{{{NAME_LENGTH}}}")
HEAD = ("game", "rules")
SHOWN = 40


class Files:
    """The files in a cabinet, of which the last few are ready to be looked at."""

    def __init__(self, cabinet: Cabinet) -> None:
        self.cabinet = cabinet
        self.ready: OrderedDict[str, History] = OrderedDict()
        self.lock = threading.Lock()

    def keep(self, content: bytes) -> str:
        """Verify a file, keep it, and return its name."""
        name = name_of(content)
        self.put_ready(name, retold(verified(content)))
        self.cabinet.put(name, content)
        return name

    def history(self, name: str) -> History:
        """Return the game of a file."""
        with self.lock:
            if name in self.ready:
                self.ready.move_to_end(name)
                return self.ready[name]
        content = self.cabinet.take(name) if NAME.fullmatch(name) else None
        if content is None:
            raise Refusal("table.file_unknown", NOT_FOUND)
        return self.put_ready(name, retold(verified(content)))

    def put_ready(self, name: str, history: History) -> History:
        """Keep a game in memory for those who look on."""
        with self.lock:
            self.ready[name] = history
            self.ready.move_to_end(name)
            while len(self.ready) > FILES_IN_MEMORY:
                self.ready.popitem(last=False)
        return history


def name_of(content: bytes) -> str:
    """Name a file by its content."""
    digest = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(digest).decode()[:NAME_LENGTH]


def retold(match: Match) -> History:
    """Tell the story of a match anew."""
    again = Match(match.game, match.record_at(0), match.seed)
    again.players, again.imagined_by = match.players, match.imagined_by
    history = History(again)
    for kind, seat, number in happenings(match):
        history.add(Happening(history.version + 1, kind, seat, number, None, ""))
    return history


def happenings(match: Match) -> Iterator[tuple[str, int, int]]:
    """Yield what happened in a match, in order: moves, and between them who gave up."""
    for ply in range(len(match.moves) + 1):
        for seat in match.given_up_at(ply):
            yield RESIGN, seat, TIME_IS_UP if seat in match.timed_out else NO_NUMBER
        yield from ((MOVE, move.seat, move.number) for move in match.moves[ply : ply + 1])


def verified(content: bytes) -> Match:
    """Read a game file, or say in the reader's language what is wrong with it."""
    lines = lines_of(content)
    check_head(lines)
    try:
        return read(content, Match)
    except GameFileError as trouble:
        raise complaint(lines, trouble.line) from None


def lines_of(content: bytes) -> list[str]:
    """Return the lines of a game file."""
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        lines = []
    if not lines or lines[0] != FIRST_LINE:
        raise Refusal("table.file_not_ours", WRONG_FIELD)
    return lines


def check_head(lines: Sequence[str]) -> None:
    """Refuse a game that is not played here, or not by these rules, or not with these cards."""
    facts = [line.partition(" ")[2] for line in lines[1 : 1 + len(HEAD)]]
    name, rules = [*facts, "", ""][: len(HEAD)]
    if name not in games_here():
        raise Refusal("table.file_game", WRONG_FIELD, game=shown(name))
    if rules not in [str(version) for version in game_named(name).versions]:
        raise Refusal("table.file_rules", WRONG_FIELD)
    for number, line in enumerate(lines, start=1):
        if brings_data(line, number):
            raise Refusal("table.file_data", WRONG_FIELD)


def brings_data(line: str, number: int) -> bool:
    """Tell whether a line has cards of somebody's own: those would be kept in memory for good, and
    no board can draw them."""
    word, _, rest = line.partition(" ")
    if word != "start":
        return word == "data"
    try:
        document = json.loads(rest)
    except (ValueError, RecursionError):
        raise Refusal("table.file_line", WRONG_FIELD, line=number) from None
    return isinstance(document, dict) and "data" in document


def complaint(lines: Sequence[str], number: int) -> Refusal:
    """Say what is wrong with a file, by the place where reading it came to an end."""
    if number > len(lines):
        return Refusal("table.file_cut", WRONG_FIELD)
    above, line = lines[: number - 1], lines[number - 1]
    if "moves" not in above:
        return Refusal("table.file_line", WRONG_FIELD, line=number)
    if any(is_end(other) for other in (*above, line)):
        return Refusal("table.file_edited", WRONG_FIELD, line=number)
    return Refusal("table.file_move", WRONG_FIELD, line=number, move=shown(line))


def is_end(line: str) -> bool:
    """Tell whether a line closes the list of moves."""
    return line.startswith("end ")


def shown(text: str) -> str:
    """Return what can be shown of a text that somebody sent."""
    short = text.strip()[:SHOWN]
    return short if is_showable(short, SHOWN) else "…"
