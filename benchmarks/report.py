"""The results as tables: on the terminal, and in the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

Json = dict[str, Any]
Row = tuple[str, ...]

DOCS = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
RESULTS = "results"
VERDICTS = {True: "holds", False: "FAILS", None: "not measured"}
VERDICT_STYLES = {"holds": "green", "FAILS": "bold red", "not measured": "yellow"}
SIGNIFICANT_BELOW = 100  # smaller numbers are shown with decimals


@dataclass(frozen=True)
class Section:
    """A title and a table; the first `words` columns hold words, the others numbers."""

    title: str
    columns: Row
    rows: Sequence[Row]
    words: int = 1


def number(value: float) -> str:
    """Write a number so that a reader sees its size at once."""
    if value == int(value) or abs(value) >= SIGNIFICANT_BELOW:
        return f"{value:,.0f}"
    return f"{value:.2f}"


def all_rates(repeats: list[Json]) -> str:
    """List the rates of all repeats in thousands."""
    return " · ".join(number(float(repeat["moves_per_second"]) / 1000) for repeat in repeats)


def random_play_section(results: Json) -> Section:
    """Show compiled and interpreted play of every table."""
    rows = [
        (
            f"{fast['game']}, {fast['seats']} seats",
            number(fast["moves_per_second"]),
            number(fast["games_per_second"]),
            number(slow["moves_per_second"]),
            number(fast["moves_per_second"] / slow["moves_per_second"]),
            all_rates(fast["repeats"]),
        )
        for fast, slow in zip(results["random_play"], results["interpreted"], strict=True)
    ]
    columns = (
        "game",
        "moves/s",
        "games/s",
        "interpreted moves/s",
        "ratio",
        "repeats, 1000 moves/s",
    )
    return Section("Random play, one core", columns, rows)


def peers_section(results: Json) -> Section:
    """Show the peers, or why one of them is missing."""
    rows = [
        (entry["peer"], "", "not measured", "", "")
        if "error" in entry
        else (
            entry["peer"],
            entry["version"],
            number(entry["moves_per_second"]),
            number(entry["games_per_second"]),
            all_rates(entry["repeats"]),
        )
        for entry in results["peers"]
    ]
    columns = ("peer", "version", "moves/s", "games/s", "repeats, 1000 moves/s")
    return Section("Peers, same core, same run", columns, rows, words=2)


def search_section(results: Json) -> Section:
    """Show how fast the search imagines games, and what a second thread adds."""
    rows = [
        (
            f"{row['game']}, {row['seats']} seats",
            number(row["playouts_per_second"]),
            number(row["one_thread"]),
            number(row["two_threads"]),
            number(row["scaling"]),
        )
        for row in results["search"]
    ]
    columns = ("game", "imagined games/s, one core", "one thread", "two threads", "ratio")
    return Section("Search", columns, rows)


def ratios_section(results: Json) -> Section:
    """Show how many times faster each table is than what it is compared with."""
    rows = [
        (f"{entry['game']}, {entry['seats']} seats", entry["over"], number(entry["ratio"]))
        for entry in results["ratios"]
    ]
    return Section("Ratios of moves/s", ("game", "over", "ratio"), rows, words=2)


def record_copy_section(results: Json) -> Section:
    """Show size and copy time of each record."""
    rows = [
        (row["game"], number(row["bytes"]), f"{row['nanoseconds']:.1f}")
        for row in results["record_copy"]
    ]
    return Section("Copy of a record", ("game", "bytes", "ns"), rows)


def start_up_section(results: Json) -> Section:
    """Show the way to the first random game, cold and warm."""
    rows = [
        (
            row["game"],
            kind,
            f"{start['from_start_seconds']:.2f}",
            f"{start['first_game_seconds']:.2f}",
            f"{start['all_rules_seconds']:.2f}",
            f"{start['process_seconds']:.2f}",
            str(start["cache_hits"]),
            str(start["cache_misses"]),
        )
        for row in results["start_up"]
        for kind, start in (("cold", row["cold"]), ("warm", row["warm"]))
    ]
    columns = (
        "game",
        "cache",
        "first game, from start, s",
        "in process, s",
        "all rules, s",
        "whole process, s",
        "hits",
        "misses",
    )
    return Section("Compile and load", columns, rows, words=2)


def soak_section(results: Json) -> Section:
    """Show what was soaked and whether anything broke."""
    rows = [
        (
            f"{row['game']}, {row['seats']} seats",
            ", ".join(f"{name}: {choice}" for name, choice in row["options"].items()),
            row["broken"] or "no broken invariant",
            number(row["moves"]),
            number(row["games"]),
        )
        for row in results["soak"]
    ]
    columns = ("game", "options", "found", "moves", "games")
    return Section("Soak, invariants checked after every move", columns, rows, words=3)


def measured_text(claim: Json) -> str:
    """Write the measured number of a claim with its unit, if there is one."""
    if claim["measured"] is None:
        return ""
    return f"{number(claim['measured'])} {claim['unit']}".strip()


def claims_section(results: Json) -> Section:
    """Show every claim with its number and its verdict."""
    rows = [
        (
            claim["claim"],
            VERDICTS[claim["passed"]],
            f"{claim['relation']} {number(claim['bound'])} {claim['unit']}".strip(),
            measured_text(claim),
        )
        for claim in results["claims"]
    ]
    return Section("Claims", ("claim", "verdict", "bound", "measured"), rows, words=2)


def sections_of(results: Json) -> list[Section]:
    """Return all sections that have something to show, the claims last."""
    sections = [
        random_play_section(results),
        peers_section(results),
        search_section(results),
        ratios_section(results),
        record_copy_section(results),
        start_up_section(results),
        soak_section(results),
        claims_section(results),
    ]
    return [section for section in sections if section.rows]


def machine_line(results: Json) -> str:
    """Say in one line where and when the numbers were taken."""
    machine = results["machine"]
    kind = "quick trial" if results["settings"]["quick"] else "full run"
    return (
        f"{results['date']}, {kind}: {machine['cpu']}, {machine['cores']} cores (one used), "
        f"{machine['system']}, Python {machine['python']}, numba {machine['numba']}, "
        f"numpy {machine['numpy']}."
    )


def print_results(results: Json, console: Console) -> None:
    """Print one table per section."""
    console.print(machine_line(results))
    for section in sections_of(results):
        console.print(terminal_table(section))


def terminal_table(section: Section) -> Table:
    """Turn a section into a table for the terminal."""
    table = Table(title=section.title, title_justify="left", box=box.SIMPLE_HEAD)
    for at, column in enumerate(section.columns):
        table.add_column(column, justify="left" if at < section.words else "right")
    for row in section.rows:
        style = next((VERDICT_STYLES[cell] for cell in row if cell in VERDICT_STYLES), None)
        table.add_row(*row, style=style)
    return table


def markdown_section(section: Section) -> str:
    """Turn a section into a titled table for the documentation."""
    table = markdown_table(section.columns, section.rows, section.words)
    return f"### {section.title}\n\n{table}"


def markdown_table(columns: Row, rows: Sequence[Row], words: int = 1) -> str:
    """Write a table whose first columns hold words, the others numbers."""
    aligned = [":--" if at < words else "--:" for at in range(len(columns))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (columns, aligned, *rows))


def write_docs(results: Json) -> None:
    """Put the results into the documentation."""
    tables = "\n\n".join(markdown_section(section) for section in sections_of(results))
    fill_place(DOCS, f"{machine_line(results)}\n\n{tables}")


def fill_place(docs: Path, body: str, place: str = RESULTS) -> None:
    """Replace what stands between the two marks of a place in a page."""
    first_mark, last_mark = f"<!-- {place} -->", f"<!-- /{place} -->"
    text = docs.read_text(encoding="utf-8")
    before, begin, rest = text.partition(first_mark)
    _, end, after = rest.partition(last_mark)
    if not begin or not end:
        raise SystemExit(f"{docs.name} has no place for this: {first_mark} … {last_mark}")
    docs.write_text(f"{before}{begin}\n\n{body}\n\n{end}{after}", encoding="utf-8")
