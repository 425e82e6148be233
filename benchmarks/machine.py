"""The machine that is measured: its facts, and staying on one of its cores."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

PACKAGES = ("numba", "llvmlite", "numpy")
CPU_FACTS = Path("/proc/cpuinfo")


def pin_to_one_core() -> int | None:
    """Keep this process on one core and return its number, or None where that is unsupported."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    # The first core tends to serve interrupts, so the last one disturbs the clock least.
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def cpu_model() -> str:
    """Return the name of the processor as the system tells it."""
    if CPU_FACTS.is_file():
        for line in CPU_FACTS.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine_facts() -> dict[str, Any]:
    """Return what a reader needs to compare numbers, and nothing that names the machine."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
        # Numbers taken on a busy machine should show that they were.
        "load_at_start": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }
