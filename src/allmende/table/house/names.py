"""Names that a house does not want to see where strangers meet.

A list has a word on each line: a name is refused if one of its words is that word, whatever letters
it is dressed up with. With a star before it, the word is looked for anywhere in the name. Lines
that begin with # are comments.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from allmende.core.errors import BadSetup

OWN_LIST = Path(__file__).parent / "refused_names.txt"
LOOK_ALIKE = str.maketrans(
    "0134578@$!|€аеорсухіјѕһԁԛԝмтвнкαβεικνορτυχωß",
    "oieastbasiieaeopcyxijshdqwmtbhkabeiknoptuxws",
)
"""Digits, signs, and letters of other alphabets that look like Latin ones."""
ANYWHERE = "*"
COMMENT = "#"


def plain(name: str) -> str:
    """Return a name as it looks from afar: small Latin letters without marks, and spaces for all
    else."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return re.sub(r"[^a-z]+", " ", bare.translate(LOOK_ALIKE)).strip()


def shorter(name: str) -> list[str]:
    """Return a name as it is written without drawing letters out: each twice at most, or once."""
    return [re.sub(r"([a-z])\1{2,}", drawn, name) for drawn in (r"\1\1", r"\1")]


class Refused:
    """The words of a list."""

    def __init__(self, lines: Iterable[str]) -> None:
        entries = [line.strip() for line in lines]
        self.entries = [it for it in entries if it and not it.startswith(COMMENT)]

    @cached_property
    def words(self) -> set[str]:
        """The words that nobody is called."""
        found = (plain(one) for one in self.entries if not one.startswith(ANYWHERE))
        return {word.replace(" ", "") for word in found} - {""}

    @cached_property
    def parts(self) -> set[str]:
        """What no name has in it."""
        found = (plain(one) for one in self.entries if one.startswith(ANYWHERE))
        return {part.replace(" ", "") for part in found} - {""}

    def has(self, name: str) -> bool:
        """Tell whether a name is refused: for one of its words, for all letters together, or for
        what stands anywhere in it."""
        for seen in shorter(plain(name)):
            together = seen.replace(" ", "")
            if {*seen.split(" "), together} & self.words:
                return True
            if any(part in together for part in self.parts):
                return True
        return False


def read_refused(path: Path | None) -> Refused:
    """Read the list of a house, or our own short one."""
    try:
        return Refused((path or OWN_LIST).read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as trouble:
        raise BadSetup(f"{path}: the list of refused names cannot be read ({trouble})") from None
