"""Settings for all tests."""

import pytest
from hypothesis import settings

# The first example of a test may compile a rule; how long that takes says nothing.
settings.register_profile("allmende", deadline=None)
settings.load_profile("allmende")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `make quick` asks for."""
    parser.addoption("--sample", action="store_true", help="try a sample of the laws only")
