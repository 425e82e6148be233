"""`make release`: build the archives, try them out, and say what was seen. Nothing is uploaded."""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from .archive import build, check_wheel
from .source import ROOT, Unfit, check_changelog, check_clean, version
from .trial import Environment, RunningServer, check_python
from .visit import Visitor

GAME = "mischwald"
"""The game that takes longest to compile."""
RECORDED = ROOT / "tests/games/halali/recorded/side-gone.allmende"
COMPILING = '"event": "compiling"'


def main() -> None:
    """Release, or say in a sentence why not."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the archives go")
    parser.add_argument("--trial", action="store_true", help="with uncommitted and untold changes")
    wishes = parser.parse_args()
    try:
        release(wishes.out, wishes.trial)
    except Unfit as trouble:
        sys.exit(f"release: {trouble}")


def release(out: Path, is_trial: bool) -> None:
    """Check the source, build it, try it out, and keep the archives."""
    check_python()
    wanted = version()
    if not is_trial:
        check_clean()
        check_changelog(wanted)
    report("version", wanted)
    with tempfile.TemporaryDirectory(prefix="allmende-release-") as folder:
        source, wheel = build(Path(folder))
        for archive in (source, wheel):
            report(archive.name, f"{archive.stat().st_size / 1e6:.2f} MB")
        report("files in the wheel", check_wheel(wheel))
        try_out(Path(folder).resolve(), wheel)
        out.mkdir(exist_ok=True)
        for archive in (source, wheel):
            shutil.copy(archive, out)
    print(f"\n{out} holds the archives of {wanted}. Nothing was uploaded.")


def try_out(folder: Path, wheel: Path) -> None:
    """Install the wheel, use it as people do, and once more in a copy."""
    first = Environment.with_wheel(folder / "first", folder / "first-home", wheel)
    report("games", ", ".join(games_in(first)))
    first.python("-m", "allmende", "verify", str(RECORDED))
    report("verify", RECORDED.name)
    visit(first, "cold")
    compiled = first.compiled_files()
    report("compiled rules", len(compiled))
    copy = first.copied_to(folder / "elsewhere" / "copy")
    visit(copy, "copied")
    anew = copy.compiled_files() - compiled
    if anew:
        raise Unfit(f"a copied environment compiles anew: {sorted(anew)[:5]}")
    report("compiled anew in a copy", 0)


def games_in(environment: Environment) -> list[str]:
    """List the games that the installed program shows."""
    shown = environment.python("-m", "allmende", "games").split()
    ours = sorted(path.parent.name for path in (ROOT / "src/allmende/games").glob("*/__init__.py"))
    missing = [name for name in ours if name not in shown]
    if missing:
        raise Unfit(f"the installed program does not show {', '.join(missing)}")
    return ours


def visit(environment: Environment, kind: str) -> None:
    """Start the server, load the page, open a table and play against a bot."""
    begin = time.perf_counter()
    with environment.server("--lazy") as server:
        visitor = Visitor(server)
        report(f"{kind}: page and assets", f"{visitor.load_page()} files")
        report(f"{kind}: page after", f"{time.perf_counter() - begin:.1f} s")
        table, seconds = visitor.open_table(GAME)
        report(f"{kind}: first table of {GAME}", f"{seconds:.1f} s")
        report(f"{kind}: first moves against a bot", f"{visitor.play(table):.1f} s")
        if kind != "cold":
            check_nothing_compiled(server)


def check_nothing_compiled(server: RunningServer) -> None:
    """Refuse a server that had to compile something."""
    if COMPILING in (log := server.log.read_text()):
        raise Unfit(f"a copied environment compiles anew:\n{log}")


def report(what: str, found: object) -> None:
    """Print a line of the report."""
    print(f"{what:<40} {found}", flush=True)


if __name__ == "__main__":
    main()
