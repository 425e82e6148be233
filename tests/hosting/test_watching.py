"""A table that is watched by Prometheus, and run by systemd."""

import json
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tests.table.clients import LINK, Device, person, wait_for
from tests.table.server_process import Server

from .parts import CONFIGURED, prometheus


def test_prometheus_reads_the_numbers(tmp_path: Path) -> None:
    server, folder = Server(tmp_path / "data"), tmp_path / "prometheus"
    folder.mkdir()
    Device(server).open_table("halali", [person("Anna"), LINK])
    watcher = prometheus(folder, server.port)

    def value(question: str) -> float | None:
        query = urllib.parse.urlencode({"query": question})
        address = f"http://127.0.0.1:{watcher.port}/api/v1/query?{query}"
        try:
            with urllib.request.urlopen(address) as answer:
                found = json.load(answer)["data"]["result"]
        except urllib.error.HTTPError:  # it listens before it has read what it knows
            return None
        return float(found[0]["value"][1]) if found else None

    try:
        wait_for(lambda: value('up{job="allmende"}') == 1)
        wait_for(lambda: value("allmende_tables_total") == 1)
    finally:
        watcher.close()
        server.close()


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = (CONFIGURED / "allmende.service").read_text()
    copy = tmp_path / "allmende.service"
    copy.write_text(unit.replace("/srv/allmende/bin/allmende", "/bin/true"))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "allmende.service" not in checked.stderr, checked.stderr
