"""The tables of the page about observations are what is so; tests/test_docs.py runs its code."""

from tests.conformance.observations_page import PAGE, TABLES, tables


def test_tables_are_the_layout_of_today() -> None:
    assert PAGE.read_text("utf-8").partition(TABLES)[2].strip() == tables().strip()
