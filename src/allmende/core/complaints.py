"""What is wrong with a rule, told to the one who writes it."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from numba.core import errors

CHATTER = ("Failed in nopython", "During: ", "- Resolution failure", "Enter ", "<", "- %")
WHOLE_RECORD = re.compile(r"Record\(\[.*?\], \d+, (True|False)\)", re.DOTALL)
LINE = re.compile(r"\s*# --- LINE (?P<number>\d+) ---")
ALLOCATING = "zeros|empty|ones|full|array|arange|zeros_like|empty_like|ones_like|full_like"
REFUSED = {
    re.compile(r":: (\(.*\) -> )?(float|complex)\d+"): "a fraction",
    re.compile(r":: (reflected )?(list|List|ListType)\b"): "a list",
    re.compile(r":: (reflected )?(set|Set|DictType)\b"): "a set or a dictionary",
    re.compile(r":: (unicode_type|Literal\[str\])"): "a string",
    re.compile(rf":: Function\(<(built-in )?function ({ALLOCATING})\b"): "a new array",
    re.compile(r":: BoundFunction\(array\.(copy|astype|flatten|repeat)\b"): "a new array",
}
"""How the compiler notes a type that a rule may not use, and what it is called."""


def plain_reason(trouble: errors.NumbaError) -> str:
    """Keep the lines that say what and where, drop the compiler's talk about itself."""
    told = WHOLE_RECORD.sub("Record", errors.termcolor().reset(str(trouble)))
    lines = [line.strip() for line in told.splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith(CHATTER))


def unknown_field(function: Callable[..., Any], arguments: Sequence[Any], name: str) -> str:
    """Say that a record has no field of a name, where it is used and what may have been meant."""
    import difflib  # only who has made a mistake waits for it

    fields = [field for kind in arguments for field in getattr(kind, "fields", ())]
    near = difflib.get_close_matches(name, fields, 1)
    meant = f"; did you mean '{near[0]}'?" if near else f"; its fields are: {', '.join(fields)}"
    where = f"line {line_of_field(function, name)}: " if fields else ""
    return f"{where}the record has no field '{name}'{meant}"


def line_of_field(function: Callable[..., Any], name: str) -> int:
    """Find the first line of a function that uses an attribute of a name."""
    first = function.__code__.co_firstlineno
    source = ast.parse(textwrap.dedent(inspect.getsource(function)))
    lines = [
        node.lineno
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute) and node.attr == name
    ]
    return first + min(lines, default=1) - 1


def what_is_refused(annotation: object) -> Iterator[str]:
    """Name what a rule may not use, line by line, from the types that the compiler found."""
    number = "?"
    for noted in str(annotation).splitlines():
        if begun := LINE.match(noted):
            number = begun["number"]
        for kind, name in REFUSED.items():
            if kind.search(noted):
                yield f"line {number}: {name}"
