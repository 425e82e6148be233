"""Settings for all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

# The first example of a test may compile a rule; how long that takes says nothing.
settings.register_profile("allmende", deadline=None)
settings.load_profile("allmende")


ROOT = Path(__file__).parent
FIRST, LAST = ("browser", "table", "core", "cli"), "conformance"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `make quick` asks for."""
    parser.addoption("--sample", action="store_true", help="try a sample of the laws only")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders whose tests are long, and end with the laws, which are many and short:
    so no worker is left alone with long tests in the end."""
    items.sort(key=rank)


def rank(item: pytest.Item) -> int:
    """Say how late the folder of a test has its turn; within a folder all stays as it is."""
    folder = item.path.relative_to(ROOT).parts[0]
    if folder == LAST:
        return len(FIRST) + 1
    return FIRST.index(folder) if folder in FIRST else len(FIRST)
