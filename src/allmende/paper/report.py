"""The designer's report: one page that needs nothing else."""

import shlex
from hashlib import sha256
from pathlib import Path

from allmende.core.language import Message
from allmende.lab.report.findings import Findings
from allmende.lab.report.setting import Setting

from .html import Html, element, joined, listing, table
from .names import Voice
from .part import Part
from .parts.choices import choices_part
from .parts.coach import coach_part
from .parts.course import course_part
from .parts.length import length_part
from .parts.options import options_part
from .parts.seats import seats_part
from .parts.skill import skill_part
from .parts.uses import uses_part

FINGERPRINT = 12
OWN_DATA = "components.json"
"""How a file with components of one's own is called where its name is not known."""
LOOK = Path(__file__).with_name("report.css")
PARTS = (
    seats_part,
    length_part,
    choices_part,
    course_part,
    skill_part,
    uses_part,
    options_part,
    coach_part,
)


def report(findings: Findings, language: str) -> str:
    """Write the report of what was found, in a language."""
    voice = Voice(findings.game, language)
    parts = [part for make in PARTS if (part := make(findings, voice)) is not None]
    title = voice.say(Message("paper.title", game=voice.title()))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Html(LOOK.read_text("utf-8"))),
    )
    body = element(
        "body",
        element("header", element("h1", title), lead(findings, voice)),
        element(
            "main", in_short(parts, voice), contents(parts, voice), *(it.html() for it in parts)
        ),
        element("footer", made_with(findings, voice)),
    )
    return f"<!doctype html>\n{element('html', head, body, lang=language)}\n"


def lead(findings: Findings, voice: Voice) -> Html:
    """Say what the report is about, and who played."""
    numbers, setting = voice.numbers, findings.setting
    about = Message(
        "paper.lead",
        seats=setting.seats,
        games=numbers.whole(findings.thoughtful.result.games),
        random=numbers.whole(findings.random.games),
    )
    players = Message("paper.players", iterations=numbers.whole(setting.iterations))
    return joined([element("p", voice.say(about)), element("p", voice.say(players), class_="how")])


def in_short(parts: list[Part], voice: Voice) -> Html:
    """List the first finding of each part that shows something."""
    firsts = [part.found[0] for part in parts if part.found and part.shown]
    title = voice.say(Message("paper.in_short"))
    return element("section", element("h2", title), listing(firsts), id="short", class_="short")


def contents(parts: list[Part], voice: Voice) -> Html:
    """List the parts."""
    links = [element("a", part.title, href=f"#{part.name}") for part in parts]
    title = voice.say(Message("paper.contents"))
    return element("nav", element("h2", title), listing(links), aria_label=title)


def made_with(findings: Findings, voice: Voice) -> Html:
    """Say what is needed to make the same report again."""
    setting = findings.setting
    rows = [
        [voice.option(name), voice.choice(name, choice)] for name, choice in setting.options.items()
    ]
    named = [
        [voice.say(Message("paper.made.game")), f"{findings.game.name} {findings.game.version}"],
        [voice.say(Message("paper.made.players")), str(setting.seats)],
        *rows,
        *own_data(setting, voice),
        [voice.say(Message("paper.made.seed")), setting.seed],
    ]
    title = voice.say(Message("paper.made.title"))
    return joined(
        [
            element("h2", title),
            table(title, ["", voice.say(Message("paper.made.value"))], named),
            element("p", voice.say(Message("paper.made.again"))),
            element("pre", element("code", command(setting, voice.language))),
        ]
    )


def own_data(setting: Setting, voice: Voice) -> list[list[str]]:
    """Say from which components of one's own the report was made, by their fingerprint."""
    if setting.data is None:
        return []
    fingerprint = sha256(setting.data.encode()).hexdigest()[:FINGERPRINT]
    return [[voice.say(Message("paper.made.data")), fingerprint]]


def command(setting: Setting, language: str) -> str:
    """Write the command that makes the same report."""
    words = ["allmende", "report", setting.game, "--seats", str(setting.seats)]
    for name, choice in setting.options.items():
        words += ["--option", f"{name}={choice}"]
    words += [] if setting.data is None else ["--data", OWN_DATA]
    words += ["--games", str(setting.games), "--iterations", str(setting.iterations)]
    words += ["--seed", setting.seed, "--lang", language, "--out", "report.html"]
    return shlex.join(words)
