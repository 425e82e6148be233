"""What the page for learners says about the peers is true."""

from pathlib import Path

import pytest

from tests.test_docs import assert_prints_what_it_says, blocks

PAGE = Path("docs/learners.md")


@pytest.mark.parametrize("at", range(1, len(blocks(PAGE, "python"))))
def test_examples_print_what_they_say(at: int) -> None:
    assert_prints_what_it_says(PAGE, at)
