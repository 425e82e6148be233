"""The real programs that stand before a table or watch it, each in a folder of its own."""

import os
import re
import socket
import subprocess
import time
from pathlib import Path

from tests.processes import LAST_RESORT

ROOT = Path(__file__).parents[2]
CONFIGURED = ROOT / "hosting"
PARTS = ROOT / ".venv/hosting"
"""Where `make hosting` unpacks them."""
NAME = "games.example"


def program(name: str) -> str:
    """Return the path of a program."""
    found = next(PARTS.glob(f"usr/*bin/{name}"), None)
    assert found is not None, f"{name} is not here: run these tests with `make hosting`"
    return str(found)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for our name that nobody but the tests trusts."""
    certificate, key = folder / "site.pem", folder / "site.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
         f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1",
         "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return certificate, key


class Part:
    """A program that runs until the tests end it."""

    def __init__(self, folder: Path, command: list[str], port: int) -> None:
        self.port = port
        self.log = folder / "log.txt"
        with self.log.open("w") as log:
            environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=folder, env=environment
            )
        self.wait_until_it_listens()

    def wait_until_it_listens(self) -> None:
        """Wait for the first connection."""
        end = time.monotonic() + LAST_RESORT
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), LAST_RESORT).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < end, self.log.read_text()
                time.sleep(0.02)

    def close(self) -> None:
        """End it, and wait for that."""
        self.process.terminate()
        self.process.wait(LAST_RESORT)


def nginx(folder: Path, *tables: int) -> Part:
    """Start nginx with our site before some tables, at ports and with a certificate of its own."""
    certificate, key = own_certificate(folder)
    plain, secure = free_port(), free_port()
    site = (CONFIGURED / "nginx.conf").read_text()
    site = re.sub(r"\n *listen \[::\].*", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{secure} ")
    behind = "\n".join(f"    server 127.0.0.1:{table};" for table in tables)
    site = site.replace("    server 127.0.0.1:8420;", behind)
    site = site.replace("/etc/ssl/games.example.pem", str(certificate))
    site = site.replace("/etc/ssl/games.example.key", str(key))
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{around}http {{ access_log off;\n{temporary}{site}}}\n")
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    return Part(folder, [*command, "-e", "stderr"], secure)


def caddy(folder: Path, table: int) -> Part:
    """Start Caddy with our site, at a port and with a certificate of its own."""
    certificate, key = own_certificate(folder)
    secure = free_port()
    site = (CONFIGURED / "Caddyfile").read_text()
    own = f"https://localhost:{secure} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}"
    site = site.replace("games.example {", own).replace("127.0.0.1:8420", f"127.0.0.1:{table}")
    alone = "{\n\tadmin off\n\tauto_https off\n}\n"
    (folder / "Caddyfile").write_text(alone + site)
    command = [program("caddy"), "run", "--adapter", "caddyfile"]
    return Part(folder, [*command, "--config", str(folder / "Caddyfile")], secure)


def prometheus(folder: Path, table: int) -> Part:
    """Start Prometheus, which looks at a table twice a second."""
    told = (CONFIGURED / "prometheus.yml").read_text()
    told = told.replace("127.0.0.1:8420", f"127.0.0.1:{table}").replace("15s", "500ms")
    (folder / "prometheus.yml").write_text(told)
    port = free_port()
    command = [program("prometheus"), f"--config.file={folder}/prometheus.yml"]
    where = [f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}"]
    return Part(folder, [*command, *where], port)
