"""A table that stands behind a proxy, and the proxy."""

import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.table.server_process import Server

from .parts import NAME, Part, caddy, nginx

PROXIES: dict[str, Callable[[Path, int], Part]] = {"nginx": nginx, "caddy": caddy}
BEHIND = ("--behind-proxy", "--name", NAME, "--name", "localhost")


class Site:
    """A table, and what stands before it."""

    def __init__(self, server: Server, proxy: Part, folder: Path) -> None:
        self.server, self.proxy = server, proxy
        self.origin = f"https://localhost:{proxy.port}"
        self.trust = ssl.create_default_context(cafile=str(folder / "site.pem"))
        # Sockets of the tests read in one thread and write in another, which OpenSSL is not made
        # for: while TLS 1.3 reads the tickets that follow its handshake, what is written can get
        # lost, and both sides wait for ever. TLS 1.2 sends nothing after its handshake.
        self.trust.maximum_version = ssl.TLSVersion.TLSv1_2


@pytest.fixture(params=sorted(PROXIES))
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A table behind each of the proxies."""
    folder = tmp_path / "proxy"
    folder.mkdir()
    server = Server(tmp_path / "data", *BEHIND)
    proxy = PROXIES[request.param](folder, server.port)
    yield Site(server, proxy, folder)
    proxy.close()
    server.close()
