"""The docs are true: their code is the code, and their examples print what they say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGES = [*sorted(Path().glob("*.md")), *sorted(Path("docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """List the code blocks of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


def test_readme_example_prints_what_it_says() -> None:
    example, shown = blocks(Path("README.md"), "python")[0], blocks(Path("README.md"), "text")[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})
    assert printed.getvalue().rstrip() == shown.rstrip()


def test_walk_through_shows_the_example_as_it_is() -> None:
    example = Path("examples/four_in_a_row.py").read_text("utf-8")
    shown = blocks(Path("docs/write-a-game.md"), "python")
    assert len(shown) > 5
    for block in shown:
        assert block.strip() in example


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page}: {target}"


def test_example_is_one_page() -> None:
    assert len(Path("examples/four_in_a_row.py").read_text("utf-8").splitlines()) <= 115
