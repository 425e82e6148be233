"""The page about the laws names all of them, and all bugs that are planted."""

from tests.conformance.bugs import BUGS
from tests.conformance.laws_page import PAGE, first_sentence, spoken
from tests.conformance.planted import ALL_LAWS
from tests.conformance.test_planted_bugs import CATCHERS

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ")
][2:]


def test_every_law_is_on_the_page_in_its_own_words() -> None:
    assert [row[:2] for row in ROWS] == [
        [spoken(law.__name__), first_sentence(law)] for law in ALL_LAWS
    ]


def test_every_bug_is_on_the_page_at_the_law_that_is_to_catch_it() -> None:
    caught = {row[0]: [*row[2].split("; "), *row[3].split("; ")] for row in ROWS}
    for bug, law in CATCHERS.items():
        assert spoken(bug) in caught[spoken(law)]
    named = {bug for bugs in caught.values() for bug in bugs if bug}
    assert named == {spoken(bug.__name__) for bug in BUGS} == set(map(spoken, CATCHERS))
