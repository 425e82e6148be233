"""The docs are true: their code is the code, and their examples print what they say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from allmende.core.game import VIEW_HEADER
from allmende.core.registry import game_named, known_games

GUIDE = Path("docs/write-a-game.md")
EXAMPLES = sorted(Path("examples").glob("*.py"))
FEWEST_QUOTES = 4
MOST_PICTURE_BYTES = 90_000
PAGES = [*sorted(Path().glob("*.md")), *sorted(Path("docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """List the code blocks of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def assert_prints_what_it_says(page: Path, at: int) -> None:
    """Run one of the examples of a page, and hold what it prints against what is shown below."""
    example, shown = blocks(page, "python")[at], blocks(page, "text")[at]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})
    assert printed.getvalue().rstrip() == shown.rstrip()


@pytest.mark.parametrize("page", ["README.md", "docs/learners.md"])
def test_first_example_prints_what_it_says(page: str) -> None:
    assert_prints_what_it_says(Path(page), 0)


def test_walk_through_shows_the_examples_as_they_are() -> None:
    sources = [path.read_text("utf-8") for path in EXAMPLES]
    shown = blocks(GUIDE, "python")
    quoted = [[block.strip() in source for source in sources] for block in shown]
    for block, found in zip(shown, quoted, strict=True):
        assert any(found), block
    for path, times in zip(EXAMPLES, map(sum, zip(*quoted, strict=True)), strict=True):
        assert times >= FEWEST_QUOTES, f"{path} is quoted {times} times"


def test_guide_names_every_example_and_every_game_to_copy() -> None:
    guide = GUIDE.read_text("utf-8")
    for path in EXAMPLES:
        assert f"[`{path}`](../{path})" in guide
    table = guide[guide.index("| your game has") : guide.index("2. **Write the record**")]
    for name in known_games():
        assert game_named(name).texts["de"]["game.title"] in table, name


def test_guide_names_the_part_that_all_views_have() -> None:
    guide = " ".join(GUIDE.read_text("utf-8").split())
    *others, last = [f"`{name}`" for name in VIEW_HEADER]
    assert f"All views also have {', '.join(others)} and {last};" in guide


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page}: {target}"


@pytest.mark.parametrize(
    ("example", "lines"), [("four_in_a_row", 115), ("poppies", 250), ("kuhn_poker", 215)]
)
def test_example_stays_short(example: str, lines: int) -> None:
    assert len(Path(f"examples/{example}.py").read_text("utf-8").splitlines()) <= lines


def test_pictures_are_there_by_day_and_by_night_and_small() -> None:
    shown = [
        page.parent / picture
        for page in PAGES
        for picture in re.findall(r'(?:srcset|src)="([^"]+)"', page.read_text("utf-8"))
        if picture.endswith(".webp")
    ]
    for picture in shown:
        assert picture.is_file(), f"{picture}: run `make pictures`"
        assert picture.stat().st_size < MOST_PICTURE_BYTES, picture
    kept = {path.stem for path in Path("docs/pictures").glob("*.webp")}
    assert {picture.stem for picture in shown} == kept
    games = {stem.rpartition("-")[0] for stem in kept}
    assert kept == {f"{game}-{scheme}" for game in games for scheme in ("light", "dark")}
