"""The docs are true: their code is the code, and their examples print what they say."""

import re
from pathlib import Path

import pytest

from allmende.core.game import VIEW_HEADER
from allmende.core.registry import game_named, known_games
from tests.pages import NOT_RUN, PAGES, PEERS, ROOT, SHELLS, blocks, python_of, run_in_turn

GUIDE = Path("docs/write-a-game.md")
EXAMPLES = [Path(f"examples/{game}.py") for game in ("four_in_a_row", "kuhn_poker", "poppies")]
NOTEBOOKS = sorted({*Path("examples").glob("*.py")} - {*EXAMPLES})
FEWEST_QUOTES = 4
MOST_PICTURE_BYTES = 90_000
LANGUAGES = {*SHELLS, "", "js", "python", "text", "toml"}


@pytest.mark.parametrize("page", [page for page in PAGES if python_of(page)], ids=str)
def test_python_runs_and_prints_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = [block for block in python_of(page) if not block.mark]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    run_in_turn(python)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_what_is_not_run_has_a_reason(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, "say python, so that it is run"
        assert block.language != "" or "import " not in block.code, "say python, so that it is run"
        reason = block.mark.removeprefix(NOT_RUN)
        assert reason in ("", PEERS) or reason != block.mark, f"{block.mark}: say why it is not run"


def test_notebooks_are_read_from_a_page() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        assert path.read_text("utf-8").startswith("# %% [markdown]\n# # "), path
        assert f"[`{path}`](../{path})" in Path("docs/research.md").read_text("utf-8"), path


def test_walk_through_shows_the_examples_as_they_are() -> None:
    sources = [path.read_text("utf-8") for path in EXAMPLES]
    shown = [block.code for block in blocks(GUIDE) if block.language == "python"]
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
