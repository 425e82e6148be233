"""Is the source fit to be released? All is committed, and the changelog tells of the version."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"


class Unfit(Exception):
    """Something stands against this release."""


def version() -> str:
    """Return the version, which stands in two places, if they agree."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    package = (ROOT / "src/allmende/__init__.py").read_text("utf-8")
    said = re.search(r'^__version__ = "(.+)"$', package, re.MULTILINE)
    if said is None or said[1] != declared:
        found = said[1] if said else "none"
        raise Unfit(f"pyproject.toml says version {declared}, allmende/__init__.py says {found}")
    return str(declared)


def check_clean() -> None:
    """Refuse to release what is not committed."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    if changed:
        raise Unfit(f"these files are not committed:\n{changed.rstrip()}")


def check_changelog(wanted: str) -> None:
    """Refuse to release a version that the changelog does not tell of."""
    told = CHANGELOG.read_text("utf-8") if CHANGELOG.exists() else ""
    section = rf"^## \[?{re.escape(wanted)}\]?(?=\s|$)(?P<text>.*?)(?=^## |\Z)"
    found = re.search(section, told, re.MULTILINE | re.DOTALL)
    if found is None or len(found["text"].split()) < 2:
        raise Unfit(f"CHANGELOG.md has no section '## {wanted}' that says what is new")
