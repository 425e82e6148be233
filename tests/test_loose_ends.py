"""Loose ends are found, and there are none."""

from pathlib import Path

import pytest

from tests.loose_ends import LOOSE_ENDS, MOST_BYTES, loose_ends, tracked_files

# Written in two parts, so that they are not found here.
EXAMPLES = {
    "a merge is not finished": "ours\n<<<<<<" + "< HEAD\n",
    "this looks like a private key": "-----BEGIN RSA PRIVATE" + " KEY-----",
    "this looks like a key of a service": "AKIA" + "ABCDEFGHIJKLMNOP",
    "this looks like a password": 'password = "' + 'correct-horse-battery"',
    "this path is that of one machine": "open('/home" + "/anna/evening.allmende')",
    "packages are named, not addressed": '"resolved": ' + '"https://somewhere/x.tgz"',
}


@pytest.mark.skipif(not Path(".git").exists(), reason="there is no version control here")
def test_no_file_has_loose_ends() -> None:
    files = tracked_files()
    assert len(files) > 500
    assert [trouble for path in files for trouble in loose_ends(path)] == []


@pytest.mark.parametrize("trouble", LOOSE_ENDS)
def test_a_loose_end_is_found(trouble: str, tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text(f"Dear Anna,\n{EXAMPLES[trouble]}", encoding="utf-8")
    (found,) = loose_ends(path)
    assert found.endswith(trouble)
    assert found.startswith(f"{path}:{3 if 'merge' in trouble else 2}: ")


def test_a_big_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "big.bin"
    path.write_bytes(b"\xff" * (MOST_BYTES + 1))
    assert [trouble.split(": ")[1] for trouble in loose_ends(path)] == [
        "400,001 bytes; 400,000 are allowed"
    ]


def test_a_net_may_be_larger_than_other_files(tmp_path: Path) -> None:
    path = tmp_path / "owl.npz"
    path.write_bytes(b"\xff" * (MOST_BYTES + 1))
    assert [*loose_ends(path)] == []
    path.write_bytes(b"\xff" * 3_000_001)
    assert [trouble.split(": ")[1] for trouble in loose_ends(path)] == [
        "3,000,001 bytes; 3,000,000 are allowed"
    ]
