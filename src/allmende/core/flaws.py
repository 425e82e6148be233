"""What can be wrong with a record: for each flaw a name for the rules and a sentence for people."""

from enum import IntEnum


class Flaws(IntEnum):
    """The base of a game's flaws. A member is declared by its sentence, and the members are
    numbered from 1 on, because 0 is a sound record."""

    sentence: str

    def __new__(cls, sentence: str) -> "Flaws":
        """Number the flaw of a sentence."""
        number = len(cls.__members__) + 1
        flaw = int.__new__(cls, number)
        flaw._value_ = number
        flaw.sentence = sentence
        return flaw


def sentences(flaws: type[Flaws]) -> tuple[str, ...]:
    """List the sentences of all flaws in order."""
    return tuple(flaw.sentence for flaw in flaws)
