"""Laws about texts: complete in every language, nothing missing, nothing unused."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

from allmende.core.game import Game
from allmende.core.language import CORE_TEXTS, LANGUAGES, Texts
from allmende.core.rule import python_of
from allmende.core.sources import home_of

from .case import Case, demand

SPEAKING = {"Message", "Event"}


def catalogs_are_complete(case: Case) -> None:
    """All languages have the same keys with the same blanks, all are used, and none is missing."""
    same_keys_everywhere(case.game.texts)
    literal, found = keys_in_sources(home_of(python_of(case.game.rules.deal)))
    known = set(case.game.texts["en"])
    needed = {key for key in literal if key not in CORE_TEXTS["en"]} | implied_keys(case.game)
    demand(needed <= known, f"missing in the catalogs: {sorted(needed - known)}")
    patterns = [*found, *optional_patterns(known), *layout_patterns(case.game)]
    unused = {key for key in known - needed if not any(re.fullmatch(p, key) for p in patterns)}
    demand(not unused, f"unused in the catalogs: {sorted(unused)}")


def same_keys_everywhere(texts: Texts) -> None:
    """Demand the same keys with the same blanks in every language."""
    demand(set(texts) == set(LANGUAGES), f"languages {sorted(texts)} instead of {LANGUAGES}")
    for language in LANGUAGES:
        differing = set(texts[language]) ^ set(texts["en"])
        demand(not differing, f"{language}: keys not in all languages: {sorted(differing)}")
        for key, sentence in texts[language].items():
            demand(bool(sentence.strip()), f"{language}: '{key}' is empty")
            same = blanks(sentence) == blanks(texts["en"][key])
            demand(same, f"{language}: '{key}' has other blanks than in en")


def blanks(sentence: str) -> set[str]:
    """Name the blanks of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def implied_keys(game: Game) -> set[str]:
    """Name the keys that every table asks a game for."""
    keys = {"game.title", "game.about", *(f"ending.{ending}" for ending in game.endings)}
    for name, choices in game.numbered.items():
        keys |= {f"option.{name}", *(f"option.{name}.{choice}" for choice in choices)}
    return keys | {part.label for part in game.words.layout if part.label}


def optional_patterns(known: set[str]) -> list[str]:
    """Name the keys that a game may have for a table: words for the kinds of moves, which move data
    calls `do`, for whole moves, for fields of the view, for lines of points that belong together,
    and for the rules of single cards."""
    kinds = [r"do\..+", r"move\..+", r"field\..+", r"rule\..+"]
    return [*kinds, *(re.escape(f"category.{key}") for key in known)]


def layout_patterns(game: Game) -> list[str]:
    """Name the keys that the general board asks a game for: words of the values that it draws."""
    return [re.escape(part.words) + ".+" for part in game.words.layout if part.words]


@cache
def keys_in_sources(home: Path) -> tuple[set[str], list[str]]:
    """Find the keys that sources speak: whole ones, and patterns for those put together. They are
    the same in all cases of a game."""
    literal: set[str] = set()
    patterns: list[str] = []
    for path in [home] if home.is_file() else sorted(home.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and name_of(node.func) in SPEAKING:
                collect_key(node.args[0], literal, patterns)
    return literal, patterns


def name_of(function: ast.expr) -> str:
    """Return the last name of what is called."""
    return getattr(function, "id", getattr(function, "attr", ""))


def collect_key(key: ast.expr, literal: set[str], patterns: list[str]) -> None:
    """Note the key of one message, both keys of a choice between two."""
    if isinstance(key, ast.Constant):
        literal.add(str(key.value))
    elif isinstance(key, ast.IfExp):
        collect_key(key.body, literal, patterns)
        collect_key(key.orelse, literal, patterns)
    elif isinstance(key, ast.JoinedStr):
        parts = [
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in key.values
        ]
        patterns.append("".join(parts))
    else:
        demand(False, f"line {key.lineno}: a message key must be written where it is said")
