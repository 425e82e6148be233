"""What is shown of a link where it is shared: a title, who plays, how it stands, and a picture."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from allmende.bots.names import bot_name
from allmende.core.game import Game
from allmende.core.language import Speaker

from ..store.facts import BOT, OPEN, Chair
from ..tables.history import History
from ..tables.scene import Scene
from ..wire.speech import TABLE_TEXTS
from .pictures import HEIGHT, WIDTH, title_of

HEAD = re.compile(r"<title>[^<]*</title>")
LOCALES = {"en": "en_GB", "de": "de_DE", "nl": "nl_NL"}


@dataclass(frozen=True)
class Preview:
    """What is said of a link, in the language of the reader."""

    title: str
    about: str
    url: str
    picture: str
    language: str

    def in_page(self, page: str) -> str:
        """Put it into the head of the page, in place of its title."""
        named = {
            "og:type": "website",
            "og:site_name": "Allmende",
            "og:locale": LOCALES[self.language],
            "og:title": self.title,
            "og:description": self.about,
            "og:url": self.url,
            "og:image": self.picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.title,
        }
        tags = [
            f"<title>{html.escape(self.title)}</title>",
            f'<meta name="description" content="{html.escape(self.about)}" />',
            '<meta name="twitter:card" content="summary_large_image" />',
            *(
                f'<meta property="{name}" content="{html.escape(said)}" />'
                for name, said in named.items()
            ),
        ]
        return HEAD.sub(lambda _: "\n    ".join(tags), page, count=1)


def names_of(chairs: Sequence[Chair], language: str) -> list[str]:
    """Name everybody at a table: by name, by the bot that plays, or as a free seat."""
    return [name_of(chair, language) for chair in chairs]


def name_of(chair: Chair, language: str) -> str:
    """Name who sits in a chair."""
    if chair.kind == OPEN and not chair.name:
        return TABLE_TEXTS[language]["table.free_seat"]
    if chair.kind == BOT and not chair.name:
        return bot_name(chair.level or "", chair.seat)
    return chair.name


def seats_of(history: History, language: str) -> list[str]:
    """Name the seats of a game of which nobody is known."""
    speaker = Speaker(history.game.texts, language)
    return [speaker.name_of(seat) for seat in range(history.match.seats)]


def said(key: str, language: str, **args: str) -> str:
    """Say a sentence of the table."""
    return TABLE_TEXTS[language][key].format(**args)


def title(game: Game, names: Sequence[str], language: str) -> str:
    """Name the game and who plays it."""
    return f"{title_of(game, language)} · {', '.join(names)}"


def standing(scene: Scene[History], chairs: Sequence[Chair], language: str) -> str:
    """Say how a table stands: somebody may sit down, or watch, or read how it ended."""
    if scene.history.ending is not None:
        names = names_of(chairs, language)
        points = [score or 0 for score in scene.scores(None)]
        result = ", ".join(f"{name} {score}" for name, score in zip(names, points, strict=True))
        return said("table.preview_over", language, result=result)
    free = any(chair.kind == OPEN for chair in chairs)
    return said("table.preview_free" if free else "table.preview_running", language)
