"""Every ruling has its proof: a test whose name begins with the id of the ruling."""

import re
from pathlib import Path

import allmende.games.halali

RULINGS = Path(allmende.games.halali.__file__).parent / "rulings.md"
TESTS = Path(__file__).parent


def test_every_ruling_is_proved_by_a_test() -> None:
    ruled = re.findall(r"^\| (H\d+) \|", RULINGS.read_text(encoding="utf-8"), re.MULTILINE)
    assert ruled == [f"H{number}" for number in range(1, 35)]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py"))
    proved = set(re.findall(r"^def test_(h\d+)_", sources, re.MULTILINE))
    assert proved == {ruling.lower() for ruling in ruled}
