"""What is said to somebody who is called, in their language."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from allmende.core.errors import UnknownGame
from allmende.core.language import read_texts
from allmende.core.registry import game_named

from ..library.pictures import title_of
from ..store.notice_facts import Letter

POST_TEXTS = read_texts(Path(__file__).parent / "text")


def said(key: str, language: str, **args: str | int) -> str:
    """Say a sentence."""
    return POST_TEXTS[language][key].format(**args)


def game_called(name: str, language: str) -> str:
    """Return the title of a game; its name if it is not installed any more."""
    try:
        return title_of(game_named(name), language)
    except UnknownGame:
        return name


def message_of(letter: Letter, game: str, language: str) -> Mapping[str, str]:
    """Write what a browser is told: no move, no hand, nothing that was said."""
    title = game_called(game, language)
    path = f"/t/{letter.table_id}"
    known = "by" if letter.who else "bare"
    return {
        "kind": letter.kind,
        "title": said(f"push.{letter.kind}", language, game=title),
        "body": said(f"push.{letter.kind}_{known}", language, game=title, who=letter.who),
        "path": path,
        "tag": f"{path}#{letter.kind}",
        "language": language,
    }


def subject_of(letters: Sequence[tuple[Letter, str]], language: str) -> str:
    """Write the subject of a mail; names stay out of mails."""
    if len(letters) > 1:
        return said("mail.subject_many", language, count=len(letters))
    [(letter, game)] = letters
    return said(f"mail.{letter.kind}", language, game=game_called(game, language))


def lines_of(letters: Sequence[tuple[Letter, str]], language: str, origin: str) -> list[str]:
    """Write the lines of a mail: for each letter what it is about, and where that is."""
    return [
        line
        for letter, game in letters
        for line in (
            said(f"mail.{letter.kind}", language, game=game_called(game, language)),
            f"{origin}/t/{letter.table_id}",
            "",
        )
    ]
