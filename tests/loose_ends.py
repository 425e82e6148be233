"""What has no business in a repository: big files, merge markers, keys, paths of one machine, and
addresses to download from. `python -m tests.loose_ends` looks at all files, or at those it is told.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 400_000
MOST_BYTES_OF = {"owl.npz": 3_000_000}
"""The net of a game is larger than anything else, and stays below this."""
LOOSE_ENDS = {
    "a merge is not finished": re.compile(r"^(<{7}|>{7}|\|{7}) ", re.MULTILINE),
    "this looks like a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY"),
    "this looks like a key of a service": re.compile(
        r"\b(AKIA[0-9A-Z]{16}|gh[oprsu]_\w{36}|xox[abprs]-[\w-]{10})"
    ),
    "this looks like a password": re.compile(
        r"(?i)\b(password|secret|token|api_?key)[\"']?\s*[:=]\s*[\"'][^\s\"'{}]{16,}[\"']"
    ),
    "this path is that of one machine": re.compile(
        r"(?<![\w.~/-])/(home|opt|root|Users|work)/\w|\b[A-Z]:\\Users\\"
    ),
    "packages are named, not addressed": re.compile(
        r"\"resolved\": \"|--(extra-)?index-url|registry\.npmjs\.|pythonhosted\.|pypi\.org/simple"
    ),
}


def tracked_files() -> list[Path]:
    """List the files under version control: none in an archive that was unpacked."""
    if not Path(".git").exists():
        return []
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.split("\0") if name]


def loose_ends(path: Path) -> Iterator[str]:
    """Say what is wrong with a file, and where."""
    content = path.read_bytes()
    most = MOST_BYTES_OF.get(path.name, MOST_BYTES)
    if len(content) > most:
        yield f"{path}: {len(content):,} bytes; {most:,} are allowed"
    if path.name in MOST_BYTES_OF:  # numbers, in which anything may stand by chance
        return
    text = content.decode("utf-8", errors="replace")
    for trouble, pattern in LOOSE_ENDS.items():
        for found in pattern.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {trouble}"


def main() -> None:
    """Look at the given files, or at all of them."""
    paths = [Path(name) for name in sys.argv[1:]] or tracked_files()
    troubles = [trouble for path in paths if path.is_file() for trouble in loose_ends(path)]
    if troubles:
        sys.exit("\n".join(troubles))


if __name__ == "__main__":
    main()
