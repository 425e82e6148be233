"""Libraries that not everybody has are asked for in one line."""

import importlib
import sys

import pytest

from allmende.env.optional import needed


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_a_missing_library_is_named_with_the_way_to_get_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'allmende\[{library}\]'$"):
        importlib.import_module(f"allmende.env.{library}")


def test_what_a_library_misses_itself_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_parts(name: str) -> None:
        raise ModuleNotFoundError("No module named 'parts'", name="parts")

    monkeypatch.setattr("allmende.env.optional.import_module", without_parts)
    with pytest.raises(ModuleNotFoundError, match="No module named 'parts'"):
        needed("gymnasium")
