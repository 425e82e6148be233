"""A cluster is left as it was found, and what is wrong with it is said in one line."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.processes import LAST_RESORT

from .conftest import (
    GLANCE,
    LOOPBACK,
    Run,
    begun,
    cluster_with,
    environment,
    free_port,
    processes_of,
)
from .test_same_results import FOUR, wait_for_worker

SIM = ("sim", "halali", "--games", "100", "--seed", "s", "--json")
DEVICES = """
import json, os, sys, time
from pathlib import Path
from allmende.lab.cluster.crew import cluster
from allmende.lab.luggage import packed

def meet(folder, number):
    (Path(folder) / str(number)).touch()
    while len(list(Path(folder).iterdir())) < 2:
        time.sleep(0.05)
    return os.environ["CUDA_VISIBLE_DEVICES"]

address, folder, answer = sys.argv[1:]
with cluster(address, packed([]), on="gpu") as crew:
    found = [crew.submit(meet, folder, number) for number in range(2)]
    told = [crew.hands, *sorted(piece.result() for piece in found)]
Path(answer).write_text(json.dumps(told))
"""


def wait_for_end(session: int) -> None:
    """Wait until a session has no processes: those that were told to end take a moment."""
    end = time.monotonic() + LAST_RESORT
    while left := processes_of(session):
        assert time.monotonic() < end, f"these are left: {left}"
        time.sleep(GLANCE)


def is_one_line(done: subprocess.CompletedProcess[str], line: str) -> None:
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"allmende: {line}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["somewhere", "ray://here:10001", "here:there", ":6379"])
def test_what_is_no_address(allmende: Run, address: str) -> None:
    line = f"--cluster {address}: write it as --cluster HOST:PORT, the address that `ray start"
    is_one_line(allmende(*SIM, "--cluster", address), line)


def test_an_address_at_which_nobody_answers(allmende: Run) -> None:
    where = f"{LOOPBACK}:{free_port()}"
    is_one_line(allmende(*SIM, "--cluster", where), f"nobody answers at the cluster {where}: ")


def test_an_address_at_which_somebody_else_listens(allmende: Run) -> None:
    with socket.create_server((LOOPBACK, 0)) as other:
        where = f"{LOOPBACK}:{other.getsockname()[1]}"
        done = allmende(*SIM, "--cluster", where)
    is_one_line(done, f"there is no Ray cluster at {where}")


def test_an_interrupt_ends_everything_and_leaves_nothing() -> None:
    endless = ("sim", "halali", "--games", "1000000000", "--cluster", "local")
    with tempfile.TemporaryDirectory() as folder, begun(*endless, TMPDIR=folder) as command:
        wait_for_worker(command.pid, [])
        os.killpg(command.pid, signal.SIGINT)  # as a terminal does
        out, complaints = command.communicate(timeout=LAST_RESORT)
        assert (command.returncode, out, complaints) == (130, "", "allmende: stopped\n")
        wait_for_end(command.pid)
        assert os.listdir(folder) == []


def test_other_rules_on_a_machine_are_noticed(allmende: Run, tmp_path: Path) -> None:
    copied = tmp_path / "src"
    ignored = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree("src", copied, ignore=ignored)
    rules = copied / "allmende/games/halali/rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n# another line\n", "utf-8")
    with cluster_with(PYTHONPATH=str(copied)) as address:
        done = allmende(*SIM, "--cluster", address)
    is_one_line(done, f"a machine of the cluster ({socket.gethostname()}) has other sources of ")
    assert "the rules of halali" in done.stderr


def test_what_is_wrong_with_the_work_is_said_as_on_one_machine(
    allmende: Run, address: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def __init__(self, game, seed):\n        import os\n")
    command = ("arena", FOUR, "--players", "Broken,Broken", "--bot", f"{broken}:Broken")
    here, there = allmende(*command), allmende(*command, "--cluster", address)
    assert there.stderr == here.stderr
    assert here.returncode == there.returncode == 2


def test_pieces_for_gpus_have_one_each(address: str, tmp_path: Path) -> None:
    meeting, answer = tmp_path / "meeting", tmp_path / "answer"
    meeting.mkdir()
    subprocess.run(
        [sys.executable, "-c", DEVICES, address, meeting, answer],
        env=environment(),
        timeout=LAST_RESORT,
        check=True,
    )
    assert json.loads(answer.read_text()) == [2, "0", "1"]
