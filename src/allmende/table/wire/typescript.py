"""Writes the types of the page from the shapes that are declared in Python.

The wire of the table becomes `web/src/wire/types.ts`, the shapes of each game a `wire.ts` in its
folder of the page. The source itself is read, not what Python makes of it: so names, order and
comments come out as they were written.
"""

import argparse
import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from types import ModuleType

from allmende.core import shapes
from allmende.core.game import Game
from allmende.core.registry import game_named, known_games

from . import answers, meeting, messages, notices, pacing, persons

COMMAND = "make wire"
WIDTH = 100  # of a line, as the page's formatter wants it
PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Json": "Data",
}
ANY_JSON = """\
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Data = { [key: string]: Json };
"""
OF_THE_TABLE = (shapes, pacing, messages, meeting, answers, notices, persons)
TYPES_OF_TABLE = '"../../wire/types.ts"'


class UnknownShape(Exception):
    """Something in a file of shapes has no counterpart on the page."""


@dataclass
class Declaration:
    """A shape with a name: an interface with fields, or another name for a type."""

    name: str
    comment: str | None = None
    bases: list[str] = field(default_factory=list)
    fields: list[tuple[str, ast.expr, str | None]] = field(default_factory=list)
    alias: ast.expr | None = None


def declarations(source: str) -> list[Declaration]:
    """Read the shapes that a file declares, in order."""
    return [
        found
        for node, comment in commented(ast.parse(source).body)
        for found in (declaration(node, comment),)
        if found is not None
    ]


def commented(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, str | None]]:
    """Yield each statement with the text that stands behind it as a comment."""
    for at, node in enumerate(body):
        behind = body[at + 1] if at + 1 < len(body) else None
        yield node, text_of(behind)


def text_of(node: ast.stmt | None) -> str | None:
    """Return the text that a statement consists of, if it is one."""
    match node:
        case ast.Expr(value=ast.Constant(value=str() as text)):
            return text
    return None


def declaration(node: ast.stmt, comment: str | None) -> Declaration | None:
    """Read a statement that declares a shape; None for any other."""
    match node:
        case ast.ClassDef(name=name, bases=bases, body=body) if is_shape(node):
            own = [ast.unparse(base) for base in bases]
            return Declaration(
                name,
                ast.get_docstring(node),
                [base for base in own if base != "TypedDict"],
                [
                    (inner.target.id, inner.annotation, said)
                    for inner, said in commented(body)
                    if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name)
                ],
            )
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
            return Declaration(name, comment, alias=node.value)
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Name(id="TypedDict"), args=[_, ast.Dict(keys, values)]),
        ):
            names = [key.value for key in keys if isinstance(key, ast.Constant)]
            pairs = zip(names, values, strict=True)
            return Declaration(name, comment, fields=[(str(key), of, None) for key, of in pairs])
    return None


def is_shape(node: ast.ClassDef) -> bool:
    """Tell whether a class is a shape, not something that Python works with."""
    return not node.decorator_list and bool(node.bases)


def type_of(node: ast.expr) -> str:
    """Write a type."""
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str() as text):
            return type_of(ast.parse(text, mode="eval").body)
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{type_of(left)} | {type_of(right)}"
        case ast.Subscript(value=ast.Name(id=kind), slice=inner):
            return type_with(kind, inner.elts if isinstance(inner, ast.Tuple) else [inner])
    raise UnknownShape(f"line {node.lineno}: '{ast.unparse(node)}' is no shape of the wire")


def type_with(kind: str, inner: Sequence[ast.expr]) -> str:
    """Write a type that is made of others."""
    if kind == "Literal":
        return " | ".join(f'"{ast.literal_eval(word)}"' for word in inner)
    if kind == "NotRequired":
        return type_of(inner[0])
    if kind == "list":
        items = type_of(inner[0])
        return f"({items})[]" if is_union(inner[0]) else f"{items}[]"
    if kind == "dict":
        key, value = type_of(inner[0]), type_of(inner[1])
        record = f"Record<{key}, {value}>"
        return record if key == "string" else f"Partial<{record}>"
    raise UnknownShape(f"line {inner[0].lineno}: '{kind}' is no shape of the wire")


def is_union(node: ast.expr) -> bool:
    """Tell whether a type is one of several."""
    of_words = isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"
    return isinstance(node, ast.BinOp) or (of_words and " | " in type_of(node))


def is_optional(node: ast.expr) -> bool:
    """Tell whether a field may be missing."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) == "NotRequired"


def names_in(found: Sequence[Declaration]) -> set[str]:
    """List the names that declarations use and nobody explains here."""
    types = [of for one in found for _, of, _ in one.fields]
    types += [one.alias for one in found if one.alias is not None]
    used = {word.id for of in types for word in ast.walk(of) if isinstance(word, ast.Name)}
    used |= {base for one in found for base in one.bases}
    own = {one.name for one in found}
    return used - own - set(PLAIN) - {"Literal", "NotRequired", "list", "dict"}


def comment_lines(text: str | None, indent: str = "") -> list[str]:
    """Write a comment, in one line where it fits."""
    if text is None:
        return []
    said = " ".join(text.split())
    if len(indent) + len(said) + len("/**  */") <= WIDTH:
        return [f"{indent}/** {said} */"]
    lines = wrap(said, WIDTH - len(indent) - len(" * "))
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def with_type(begin: str, of: str, indent: str = "") -> list[str]:
    """Write a name and its type; a union that is too long for the line has lines of its own."""
    if len(begin) + len(of) + len(" ;") <= WIDTH:
        return [f"{begin} {of};"]
    if len(indent) + len(of) + len("  ;") <= WIDTH:
        return [begin, f"{indent}  {of};"]
    return [begin, *(f"{indent}  | {one}" for one in f"{of};".split(" | "))]


def written(one: Declaration) -> str:
    """Write a declaration."""
    lines = comment_lines(one.comment)
    if one.alias is not None:
        return "\n".join([*lines, *with_type(f"export type {one.name} =", type_of(one.alias))])
    extends = f" extends {', '.join(one.bases)}" if one.bases else ""
    if not one.fields and not one.bases:
        return "\n".join([*lines, f"export type {one.name} = Record<string, never>;"])
    lines.append(f"export interface {one.name}{extends} {{")
    for name, of, comment in one.fields:
        mark = "?:" if is_optional(of) else ":"
        lines += comment_lines(comment, "  ")
        lines += with_type(f"  {name}{mark}", type_of(of), "  ")
    return "\n".join([*lines, "}"])


def shapes_in(module: ModuleType) -> list[Declaration]:
    """Read the shapes that a module declares."""
    return declarations(inspect.getsource(module))


def heading(*modules: ModuleType) -> str:
    """Say where a file comes from."""
    names = [f"// {module.__name__}" for module in modules]
    return "\n".join([f"// Written by `{COMMAND}` from what these declare:", *names, ""])


def types_of_table() -> str:
    """Write what travels between page and table."""
    found = [one for module in OF_THE_TABLE for one in shapes_in(module)]
    missing = names_in(found)
    if missing:
        raise UnknownShape(f"nobody declares {', '.join(sorted(missing))}")
    return "\n".join([heading(*OF_THE_TABLE), ANY_JSON, *(f"{written(one)}\n" for one in found)])


def types_of_game(game: Game) -> str | None:
    """Write the view and the moves of a game; None if it has not declared them."""
    if game.words.shapes is None:
        return None
    module = sys.modules[game.words.shapes.view.__module__]
    found = shapes_in(module)
    common = f"import type {{ {', '.join(sorted(names_in(found)))} }} from {TYPES_OF_TABLE};\n"
    return "\n".join([heading(module), common, *(f"{written(one)}\n" for one in found)])


def all_files(web: Path) -> dict[Path, str]:
    """Write all types of the page."""
    files = {web / "src/wire/types.ts": types_of_table()}
    for name in known_games():
        content = types_of_game(game_named(name))
        if content is not None:
            files[web / "src/games" / name / "wire.ts"] = content
    return files


def outdated(web: Path) -> list[Path]:
    """List the files that are not what would be written now."""
    return [
        path
        for path, content in all_files(web).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != content
    ]


def main() -> None:
    """Write the types of the page, or check that they are up to date."""
    parser = argparse.ArgumentParser(description="Write the types of the page.")
    parser.add_argument("--web", type=Path, default=Path("web"), help="the folder of the page")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    arguments = parser.parse_args()
    if arguments.check:
        late = [str(path) for path in outdated(arguments.web)]
        sys.exit(f"Not what the shapes say: {', '.join(late)}. Run `{COMMAND}`." if late else 0)
    for path, content in all_files(arguments.web).items():
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
