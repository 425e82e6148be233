"""Whether data fits a declared shape: no field missing, none undeclared, none of another type."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


def misfits(value: Any, shape: Any, path: str = "") -> list[str]:
    """List what does not fit, each with where it stands. Most things fit, and that is seen fast."""
    return [] if fitting(shape)(value) else list(found_misfits(value, shape, path or "it"))


Fit: TypeAlias = Callable[[Any], bool]


def fitting(shape: Any) -> Fit:
    """Return what tells whether a value fits a shape."""
    if shape not in FITS:
        # A shape may hold itself, so its fit is looked up when it is needed.
        FITS[shape] = lambda value: FITS[shape](value)
        FITS[shape] = fit_of(shape)
    return FITS[shape]


FITS: dict[Any, Fit] = {}


def fit_of(shape: Any) -> Fit:
    """Make what tells whether a value fits a shape."""
    kind = get_origin(shape)
    if shape is Any:
        return lambda _: True
    if is_typeddict(shape):
        return fit_of_fields(shape)
    if kind in (Union, UnionType):
        fits = [fitting(part) for part in get_args(shape)]
        return lambda value: any(fit(value) for fit in fits)
    if kind is Literal:
        words = {(type(word), word) for word in get_args(shape)}
        return lambda value: isinstance(value, Hashable) and (type(value), value) in words
    if kind is list:
        item = fitting(get_args(shape)[0])
        return lambda value: isinstance(value, list) and all(map(item, value))
    if kind is dict:
        key, item = map(fitting, get_args(shape))
        return lambda value: (
            isinstance(value, dict) and all(map(key, value)) and all(map(item, value.values()))
        )
    if shape in (str, int, bool):
        return lambda value: type(value) is shape
    return lambda value: is_plain(value, shape)


def fit_of_fields(shape: Any) -> Fit:
    """Make what tells whether a value is an object with the right fields."""
    needed, fits = shape.__required_keys__, {n: fitting(f) for n, f in fields_of(shape).items()}
    return lambda value: (
        isinstance(value, dict)
        and needed <= value.keys() <= fits.keys()
        and all(fits[name](item) for name, item in value.items())
    )


def found_misfits(value: Any, shape: Any, path: str) -> Iterator[str]:
    """Yield what does not fit."""
    kind = get_origin(shape)
    if shape is Any:
        return
    if is_typeddict(shape):
        yield from misfits_of_fields(value, shape, path)
    elif kind in (Union, UnionType):
        yield from misfits_of_union(value, get_args(shape), path)
    elif kind is Literal:
        if not any(value == word and type(value) is type(word) for word in get_args(shape)):
            yield f"{path}: {value!r} is none of {get_args(shape)}"
    elif kind is list:
        yield from misfits_of_list(value, get_args(shape)[0], path)
    elif kind is dict:
        names, values = get_args(shape)
        yield from misfits_of_dict(value, names, values, path)
    elif not is_plain(value, shape):
        yield f"{path}: {value!r} is no {getattr(shape, '__name__', shape)}"


def is_plain(value: Any, shape: Any) -> bool:
    """Tell whether a value is of a plain type. A whole number is a number too, a flag is none."""
    if shape is None or shape is NoneType:
        return value is None
    if shape not in (str, int, float, bool):
        raise TypeError(f"{shape} is no shape")
    return type(value) is shape or (shape is float and type(value) is int)


@cache
def fields_of(shape: Any) -> dict[str, Any]:
    """Return the fields of a shape with their types."""
    hints = get_type_hints(shape, include_extras=True).items()
    return {
        name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints
    }


def misfits_of_fields(value: Any, shape: Any, path: str) -> Iterator[str]:
    """Yield what does not fit in an object."""
    if not isinstance(value, dict):
        yield f"{path}: {value!r} is no {shape.__name__}"
        return
    fields = fields_of(shape)
    for name in sorted(shape.__required_keys__ - set(value)):
        yield f"{path}.{name} is missing"
    for name in sorted(set(value) - set(fields)):
        yield f"{path}.{name} is not declared in {shape.__name__}"
    for name in fields:
        if name in value:
            yield from found_misfits(value[name], fields[name], f"{path}.{name}")


def misfits_of_union(value: Any, shapes: tuple[Any, ...], path: str) -> Iterator[str]:
    """Yield what does not fit any of some shapes: that of the shape that fits best."""
    found = [misfits(value, shape, path) for shape in shapes]
    if all(found):
        yield from min(found, key=len)


def misfits_of_list(value: Any, shape: Any, path: str) -> Iterator[str]:
    """Yield what does not fit in a list."""
    if not isinstance(value, list):
        yield f"{path}: {value!r} is no list"
        return
    for at, item in enumerate(value):
        yield from found_misfits(item, shape, f"{path}[{at}]")


def misfits_of_dict(value: Any, key: Any, shape: Any, path: str) -> Iterator[str]:
    """Yield what does not fit in a dictionary."""
    if not isinstance(value, dict):
        yield f"{path}: {value!r} is no dictionary"
        return
    for name, item in value.items():
        yield from found_misfits(name, key, f"{path}, the key")
        yield from found_misfits(item, shape, f"{path}.{name}")
