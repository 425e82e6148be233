"""The page about observations is true: its example prints what it says, its tables what is so."""

import contextlib
import io
import re

from tests.conformance.observations_page import PAGE, TABLES, tables


def test_tables_are_the_layout_of_today() -> None:
    assert PAGE.read_text("utf-8").partition(TABLES)[2].strip() == tables().strip()


def test_example_prints_what_it_says() -> None:
    page = PAGE.read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})
    assert printed.getvalue().rstrip() == shown.rstrip()
