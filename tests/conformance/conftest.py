"""A sample of the laws, for those who have no time for all."""

import pytest

EVERY = 10


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --sample keep one test in ten of those for each case: each law on other games."""
    if not config.getoption("--sample"):
        return
    many = [item for item in items if "case" in getattr(item, "fixturenames", ())]
    left_out = {item for at, item in enumerate(many) if at % EVERY}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
