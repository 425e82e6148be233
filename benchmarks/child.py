"""Asking another process: run a script of this folder and read the JSON that it prints."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


class ChildFailed(Exception):
    """A script ended with an error; the text is the last line it wrote."""


def ask(
    script: str, *arguments: object, python: str, settings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Run a script of this folder with extra environment settings and return its answer."""
    done = subprocess.run(
        [python, str(HERE / script), *map(str, arguments)],
        env={**os.environ, **(settings or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last_line = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ChildFailed(f"{script} ended with code {done.returncode}: {last_line}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
