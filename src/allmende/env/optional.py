"""Libraries that not everybody has."""

from importlib import import_module
from types import ModuleType


def needed(library: str, extra: str = "") -> ModuleType:
    """Return a library, or say how to get it: by an extra of ours, named alike if not otherwise."""
    try:
        return import_module(library)
    except ModuleNotFoundError as missing:
        if missing.name != library:
            raise
        raise ModuleNotFoundError(
            f"{library} is not installed; get it with: pip install 'allmende[{extra or library}]'",
            name=library,
        ) from None
