"""A real PostgreSQL from the packages of this machine, in its own folder and on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGES = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"
"""Who runs it if we are root, which it refuses to be run by."""
AS_ACCOUNT = ("setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups")
USER = "jinmaku"
SETTINGS = {
    "listen_addresses": "'127.0.0.1'",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "fsync": "on",
}


def programs() -> Path | None:
    """Return the folder of the newest version here, if there is one."""
    found = sorted(PACKAGES.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class Postgres:
    """A server with its own folder; `url` leads to an empty database."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.url = self.url_of("postgres")

    def url_of(self, name: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def new_database(self, name: str) -> str:
        """Make an empty database, and return its URL."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, name)
        return self.url_of(name)

    def make(self) -> None:
        self.run(
            "initdb", "-U", "jinmaku", "-A", "trust", "-E", "UTF8", "--no-locale", "-D", str(self.folder)
        )

    def start(self, **settings: str) -> None:
        self._write(settings)
        self.control("start", "-w", "-l", str(self.folder / "log"))

    def set(self, **settings: str) -> None:
        """Change settings while it runs; those not named are as at the start."""
        self._write(settings)
        self.control("reload")

    def _write(self, settings: dict[str, str]) -> None:
        lines = {
            **SETTINGS,
            "port": str(self.port),
            "unix_socket_directories": "''",
            **settings,
        }
        text = "".join(f"{name} = {value}\n" for name, value in lines.items())
        (self.folder / "postgresql.auto.conf").write_text(text, "ascii")

    def stop(self, how: str = "fast") -> None:
        self.control("stop", "-m", how, "-w")

    def control(self, *words: str) -> None:
        self.run("pg_ctl", "-D", str(self.folder), *words)

    def dump(self, url: str) -> str:
        """Write a database out as people do for a backup."""
        return self.run("pg_dump", url)

    def restore(self, url: str, dump: str) -> None:
        self.run("psql", "-v", "ON_ERROR_STOP=1", url, said=dump)

    def run(self, program: str, *words: str, said: str = "") -> str:
        folder = programs()
        assert folder is not None
        command = [*(AS_ACCOUNT if is_root() else ()), str(folder / program), *words]
        ended = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd="/", input=said, text=True)
        return ended.stdout


def is_root() -> bool:
    return os.geteuid() == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def own_folder(place: Path, name: str) -> Path:
    """Make a folder that only the account running the database may enter."""
    folder = place / name
    folder.mkdir(0o700)
    if is_root():
        place.chmod(0o755)
        shutil.chown(folder, ACCOUNT, ACCOUNT)
    return folder


@contextmanager
def postgres(**settings: str) -> Iterator[Postgres]:
    with TemporaryDirectory(prefix="jinmaku-pg-") as name:
        server = Postgres(own_folder(Path(name), "data"), free_port())
        server.make()
        server.start(**settings)
        try:
            yield server
        finally:
            server.stop("immediate")
