"""Settings for all tests."""

import gc
from typing import Any

import pytest
from hypothesis import settings

from tests.spreading import rank

# The first example of a test may compile a rule; how long that takes says nothing.
settings.register_profile("allmende", deadline=None)
settings.load_profile("allmende")
# Thousands of tests and all games live until the end: to look through them over and over for what
# can be let go takes one second in fifteen.
LOOK_THROUGH_AFTER = (100_000, 50, 100)
gc.set_threshold(*LOOK_THROUGH_AFTER)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `make quick` asks for."""
    parser.addoption("--sample", action="store_true", help="try a sample of the laws only")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into the order in which processes get them."""
    items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand the tests out in that order, where there are several processes."""
    from tests.handing_out import HandingOut

    config.option.loadscopereorder = False
    return HandingOut(config, log)
