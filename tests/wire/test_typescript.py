"""The types of the page are what the declarations say, and a drift is found."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from allmende.table.wire.typescript import UnknownShape, declarations, outdated, type_of, written

from .addresses import ADDRESSES, Address

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NEVER_CAST = "as unknown as"


def typescript_of(source: str) -> str:
    """Write what a file of shapes declares."""
    return "\n".join(written(one) for one in declarations(source))


def test_the_page_has_the_types_that_are_declared() -> None:
    assert outdated(WEB) == [], "run `make wire` and look at what changes"


def test_a_changed_file_is_found(tmp_path: Path) -> None:
    for path in [*WEB.glob("src/games/*/wire.ts"), WEB / "src/wire/types.ts"]:
        copy = tmp_path / path.relative_to(WEB)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert outdated(tmp_path) == []
    types = tmp_path / "src/wire/types.ts"
    said = types.read_text(encoding="utf-8")
    types.write_text(said.replace("places: number[] | null;", "places: number[];"))
    (tmp_path / "src/games/halali/wire.ts").unlink()
    assert {path.name for path in outdated(tmp_path)} == {"types.ts", "wire.ts"}
    command = [
        sys.executable,
        "-m",
        "allmende.table.wire.typescript",
        "--check",
        "--web",
        str(tmp_path),
    ]
    checked = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 1
    assert "make wire" in checked.stderr


def test_no_game_looks_past_the_types() -> None:
    sources = [path for path in WEB.glob("src/games/**/*") if path.suffix in (".ts", ".svelte")]
    assert len(sources) > 100
    assert [path for path in sources if NEVER_CAST in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address.path)
def test_the_docs_name_what_is_asked_and_answered(address: Address) -> None:
    lines = (ROOT / "docs/wire.md").read_text(encoding="utf-8").splitlines()
    (row,) = [line for line in lines if line.startswith(f"| `{address.method} {address.path}` |")]
    body, answer = [set(re.findall(r"`(\w+)`", cell)) for cell in row.split("|")[2:4]]
    assert body == names_of(address.body)
    assert answer == names_of(address.answer)


def names_of(shape: Any) -> set[str]:
    """Return the name of a shape, or of all that a union is made of."""
    return {one.__name__ for one in get_args(shape) or (shape,) if one is not None}


def test_a_shape_becomes_an_interface() -> None:
    source = '''
class Tile(Thing):
    """What lies on a field."""

    kind: Kind | Literal["face-down"]
    """What it is."""
    aim: NotRequired[list[str | None]]
    bags: list[dict[Kind, int]]
    seen: "dict[str, list[list[Tile | None]]]"


Kind: TypeAlias = Literal["bear", "fox"]
"""Who lives here."""

Way = TypedDict("Way", {"from": str, "data": Json})
'''
    assert (
        typescript_of(source)
        == """\
/** What lies on a field. */
export interface Tile extends Thing {
  /** What it is. */
  kind: Kind | "face-down";
  aim?: (string | null)[];
  bags: Partial<Record<Kind, number>>[];
  seen: Record<string, (Tile | null)[][]>;
}
/** Who lives here. */
export type Kind = "bear" | "fox";
export interface Way {
  from: string;
  data: Data;
}"""
    )


def test_what_is_no_shape_is_refused_with_its_line() -> None:
    with pytest.raises(UnknownShape, match="line 3: 'Callable"):
        typescript_of("class A(TypedDict):\n    one: int\n    two: Callable[[], int]\n")


def test_long_unions_have_lines_of_their_own() -> None:
    words = [f"a_rather_long_word_{n}" for n in range(8)]
    (one,) = declarations(f"Word: TypeAlias = Literal{words}")
    assert written(one).splitlines()[1:3] == [f'  | "{words[0]}"', f'  | "{words[1]}"']
    assert one.alias is not None
    assert type_of(one.alias).count(" | ") == 7
