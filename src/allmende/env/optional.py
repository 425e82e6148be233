"""Libraries that not everybody has."""

from importlib import import_module
from types import ModuleType


def needed(library: str) -> ModuleType:
    """Return a library, or say how to get it."""
    try:
        return import_module(library)
    except ModuleNotFoundError as missing:
        if missing.name != library:
            raise
        raise ModuleNotFoundError(
            f"{library} is not installed; get it with: pip install 'allmende[{library}]'",
            name=library,
        ) from None
