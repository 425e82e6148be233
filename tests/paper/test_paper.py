"""The written report: valid, needing nothing else, complete in every language, and true."""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import allmende.paper
from allmende.bots.calibration import Calibration, Reading
from allmende.conformance.catalog import keys_in_sources, same_keys_everywhere
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.language import LANGUAGES, Message
from allmende.core.registry import find_game
from allmende.lab.rating import Interval
from allmende.lab.reliability import Reliability, Tenth
from allmende.lab.report.findings import Findings, find_out
from allmende.lab.report.setting import Setting
from allmende.lab.report.uses import ABOUT, KIND, Possibility
from allmende.lab.simulate import Plan, simulate
from allmende.lab.summary import Summary
from allmende.paper.canvas import check_library, drawing
from allmende.paper.html import element, table
from allmende.paper.names import PAPER_TEXTS, Voice
from allmende.paper.numbers import Numbers
from allmende.paper.parts import course
from allmende.paper.parts.options import Choice, apart, difference
from allmende.paper.parts.seats import verdicts
from allmende.paper.plots import MOST_DRAWN, Range
from allmende.paper.report import made_with, report

ALONE = {"meta"}
COACH = Reliability(
    games=600,
    positions=4800,
    brier=0.301,
    plain_brier=0.4,
    fair_brier=0.5,
    tenths=(Tenth(0.3, 600, 2000, 0.35, 0.362), Tenth(0.9, 20, 30, 0.95, 0.7)),
)


@pytest.fixture(scope="module")
def found() -> Findings:
    """A game with options, hidden hands and three at the table."""
    options = {"fight": "standard", "layout": "standard"}
    setting = Setting("stieren_versieren", 3, "paper", options, games=3, iterations=2)
    return replace(find_out(setting), coach=COACH)


@pytest.fixture(scope="module")
def pages(found: Findings) -> dict[str, str]:
    return {language: report(found, language) for language in LANGUAGES}


class Checker(HTMLParser):
    """Reads a page and complains about what is not valid in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs), f"{tag} has an attribute twice"
        if tag not in ALONE:
            self.open.append(tag)
        if re.fullmatch(r"h\d", tag):
            self.headings.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, f"{tag} closes itself outside of a drawing"
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value for _, attrs in self.seen if (value := attrs.get(name)) is not None]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.seen if name == tag]


def test_page_is_valid_and_needs_nothing_else(pages: dict[str, str]) -> None:
    for language, page in pages.items():
        checker = Checker(page)
        ids, links = checker.values("id"), checker.values("href")
        assert len(ids) == len({*ids}), "an id occurs twice"
        assert {link.removeprefix("#") for link in links} <= {*ids}
        assert {it.removeprefix("#") for it in re.findall(r"url\((.*?)\)", page)} <= {*ids}
        assert checker.values("src") == []
        assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in checker.seen}
        assert "http" not in page
        assert "@import" not in page
        assert checker.all("html") == [{"lang": language}]
        assert checker.headings[0] == "h1"
        assert checker.headings.count("h1") == 1
        for one, other in zip(checker.headings, checker.headings[1:], strict=False):
            assert int(other[1]) <= int(one[1]) + 1, "a heading skips a level"


def test_every_plot_has_words_and_a_table_beside_it(pages: dict[str, str]) -> None:
    for page in pages.values():
        checker = Checker(page)
        drawings = checker.all("svg")
        assert len(drawings) == len(checker.all("figure")) == 10
        for attrs in drawings:
            assert attrs["role"] == "img"
            assert len(attrs["aria-label"] or "") > 40
        for section in re.findall(r"<section.*?</section>", page, re.DOTALL):
            assert "<svg" not in section or "<table" in section
        for attrs in checker.all("th"):
            assert attrs["scope"] in ("col", "row")


def test_colours_are_those_of_the_page(pages: dict[str, str]) -> None:
    for drawn in re.findall(r"<svg.*?</svg>", pages["en"], re.DOTALL):
        assert not re.findall(r"(?:fill|stroke): #(?!000000)", drawn)
        assert "var(--ink)" in drawn


def test_numbers_of_the_run_stand_in_the_texts(found: Findings, pages: dict[str, str]) -> None:
    median = str(found.thoughtful.summary.length.quantiles((0.5,))[0])
    assert f"within {median} moves" in pages["en"]
    assert "differ by 1.2 percentage points at most" in pages["en"]
    assert "höchstens 1,2 Prozentpunkte auseinander" in pages["de"]
    assert "Brierscore is 0,301" in pages["nl"]
    assert "in den VIP-Club" in pages["de"]
    assert "--option layout=standard --games 3 --iterations 2 --seed paper" in pages["nl"]


def test_a_report_without_options_and_without_a_measured_coach() -> None:
    setting = Setting("examples/kuhn_poker.py", 2, "plain", games=2, iterations=2)
    page = report(find_out(setting), "en")
    Checker(page)
    assert "Nobody has measured yet how true the coach is in this game" in page
    assert "Before the end points say nothing here about who is ahead." in page
    assert 'id="options"' not in page


def test_chances_are_called_read_only_where_that_was_measured(
    found: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = Voice(found.game, "en")
    for seats, said in (("3", "as was measured for the coach"), ("2", "the search's own word")):
        measured = Calibration(seats={seats: Reading((1, 1, 1, 1), ahead=0, asked=0, plies=9)})
        monkeypatch.setattr(course, "calibration_of", lambda game, it=measured: it)
        part = course.course_part(found, voice)
        assert part is not None
        assert said in part.how


def test_components_of_ones_own_are_part_of_what_is_needed_to_repeat_it(found: Findings) -> None:
    own = replace(found, setting=replace(found.setting, data='{"cows": []}'))
    page = made_with(own, Voice(found.game, "en"))
    assert "own components, by their fingerprint" in page
    assert "--data components.json" in page
    assert "--data" not in made_with(found, Voice(found.game, "en"))


def test_same_keys_and_blanks_in_every_language() -> None:
    same_keys_everywhere(PAPER_TEXTS)


def test_no_key_is_missing_or_unused() -> None:
    literal, _ = keys_in_sources(Path(allmende.paper.__file__).parent)
    known = {key for key in PAPER_TEXTS["en"] if not key.startswith("paper.key.")}
    assert literal - {"game.title"} == known


def ranges(*shares: tuple[float, float, float]) -> list[Range]:
    return [Range(value, Interval(low, high)) for low, value, high in shares]


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        (ranges((0.4, 0.5, 0.6), (0.4, 0.5, 0.6)), ["No seat is clearly better"]),
        (ranges((0.6, 0.7, 0.8), (0.2, 0.3, 0.4)), ["Seat 1 wins more", "Seat 2 wins less"]),
    ],
)
def test_seats_are_called_better_only_beyond_doubt(
    shares: Sequence[Range], said: list[str]
) -> None:
    voice = Voice(find_game("examples/kuhn_poker.py"), "en")
    found = verdicts(shares, voice)
    assert len(found) == len(said)
    for sentence, beginning in zip(found, said, strict=True):
        assert sentence.startswith(beginning)


def test_possibilities_have_the_words_of_their_game() -> None:
    german = Voice(find_game("mischwald"), "de")
    oak = '{"args": {}, "key": "species.oak"}'
    assert german.possibility(Possibility("play", ABOUT, oak)) == "eine Karte spielen: Eiche"
    assert german.possibility(Possibility("draw", KIND, "")) == "vom Stapel ziehen"
    assert german.value(Possibility("place", "tree", "t7")) == "t7"
    dutch = Voice(find_game("halali"), "nl")
    assert dutch.value(Possibility("leave", "by", "west")) == dutch.say(Message("side.west"))
    assert dutch.value(Possibility("move", "to", "c4")) == "c4"


def test_numbers_are_written_as_people_do() -> None:
    english, german = Numbers("en"), Numbers("de")
    assert english.decimal(1234.56) == "1,234.6"
    assert german.decimal(1234.56) == "1.234,6"
    assert german.percent(0.1234, 1) == "12,3\N{NO-BREAK SPACE}%"
    assert english.percents(Interval(0.25, 0.5)) == "25–50\N{NO-BREAK SPACE}%"
    assert english.times(0.25) == "0.25\N{NO-BREAK SPACE}×"


def test_text_is_escaped_and_html_is_not() -> None:
    inside = element("b", "1 < 2 & 3", title='"')
    assert inside == '<b title="&quot;">1 &lt; 2 &amp; 3</b>'
    assert "<b title" in element("p", inside)
    assert "<script>" not in table("<script>", ["<script>"], [["<script>"]])


def test_a_label_with_odd_characters_is_drawn_as_it_is() -> None:
    odd = "$x_1$ & <b>"
    drawn = drawing("odd", odd, lambda axes: axes.set_xlabel(odd))
    assert "$x_1$ &amp; &lt;b&gt;</text>" in drawn
    assert 'aria-label="$x_1$ &amp; &lt;b&gt;"' in drawn


def test_a_choice_that_favours_a_seat_by_lot_is_named(found: Findings) -> None:
    game = find_game("halali")
    single, both = (
        Choice("match", choice, found.thoughtful, lots(game, choice), choice == "return")
        for choice in ("single", "return")
    )
    (message,) = difference(single, both, Voice(game, "en"))
    assert message.key == "paper.options.other_by_lot"
    assert list(difference(both, both, Voice(game, "en"))) == []


def lots(game: Game, choice: str) -> Summary:
    return simulate(Plan(game, 1000, 2, "lots", {"match": choice})).summary


def test_intervals_that_touch_are_not_apart() -> None:
    assert apart(Interval(0, 1), Interval(2, 3))
    assert not apart(Interval(0, 2), Interval(1, 3))
    assert 0 < MOST_DRAWN < 1


def test_without_matplotlib_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    wish = r"matplotlib is not installed; get it with: pip install 'allmende\[report\]'"
    with pytest.raises(BadSetup, match=wish):
        check_library()
