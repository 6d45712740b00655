"""The door for SSH: a terminal with a client in it for everybody who has a key.

There is no shell behind it. Nothing but a session with a terminal is granted: no command, no subsystem, no
forwarding of ports, agents or windows.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import asyncssh

from client.doors.hourglass import USUAL, Hourglass, Idleness
from client.doors.terminal import LEAVE, Outflow, Size, Terminal
from client.doors.visitor import Visitor, command_for, environment_for, fitting_term, visitor_with
from client.texts import t
from protocol.entries import Door
from protocol.identity import Identity, load_identity, save_identity
from protocol.invitation import Address
from protocol.private_files import make_folder

log = logging.getLogger(__name__)

HOST_KEY: Final = "ssh_host_key"
KEEPALIVE_SECONDS: Final = 15
KEEPALIVES: Final = 3
CONNECTIONS_PER_SESSION: Final = 3
SEND_BUFFER: Final = 64 * 1024
REFUSED: Final = 1
FULL: Final = 75  # as in sysexits.h: come back later


@dataclass(frozen=True)
class SshSettings:
    """What a door for SSH is run with; times are in seconds."""

    data: Path
    server: Address
    sessions: int = 20
    per_address: int = 8
    login_time: float = 30.0
    idleness: Idleness = USUAL
    has_mouse: bool = True

    @property
    def options(self) -> tuple[str, ...]:
        """What a visitor's client has to know of it."""
        return ("--warning", str(self.idleness.warning), *(() if self.has_mouse else ("--no-mouse",)))


def host_key(data: Path) -> Identity:
    """Give the key by which friends know this door again, a new one the first time."""
    make_folder(data)
    path = data / HOST_KEY
    if not path.exists():
        save_identity(Identity.make(), path)
    return load_identity(path)


class SshGateway:
    """All who are at the door, and all who are inside."""

    def __init__(self, settings: SshSettings) -> None:
        self.settings = settings
        self.connections: Counter[str] = Counter()
        self.visits: dict[Path, Visit] = {}
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, bind: str, port: int) -> int:
        """Listen; give the port."""
        host_key(self.settings.data)
        self._acceptor = await asyncssh.create_server(
            lambda: Doorkeeper(self),
            bind,
            port,
            server_host_keys=[str(self.settings.data / HOST_KEY)],
            encoding=None,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            password_auth=False,
            kbdint_auth=False,
            host_based_auth=False,
            gss_kex=False,
            gss_auth=False,
            login_timeout=self.settings.login_time,
            keepalive_interval=KEEPALIVE_SECONDS,
            keepalive_count_max=KEEPALIVES,
        )
        return self._acceptor.get_port()

    async def close(self) -> None:
        """Let nobody in any more, and see everybody out."""
        assert self._acceptor is not None
        self._acceptor.close()
        await asyncio.gather(*(visit.end(t("door-closed")) for visit in self.visits.values()))
        await self._acceptor.wait_closed()

    # Who may come ----------------------------------------------------------------------------

    def has_room_for(self, address: str) -> bool:
        most = self.settings.sessions * CONNECTIONS_PER_SESSION
        return self.connections[address] < self.settings.per_address and self.connections.total() < most

    def enter(self, visit: Visit, home: Path) -> Visit | None:
        """Take somebody in; give their visit from elsewhere, which has to end first."""
        old = self.visits.get(home)
        self.visits[home] = visit
        return old

    def is_full_for(self, home: Path) -> bool:
        return home not in self.visits and len(self.visits) >= self.settings.sessions

    def leave(self, visit: Visit, home: Path) -> None:
        if self.visits.get(home) is visit:
            del self.visits[home]


class Doorkeeper(asyncssh.SSHServer):
    """One connection: asks for a key, any key, and grants one session."""

    def __init__(self, gateway: SshGateway) -> None:
        self._gateway = gateway
        self._address = ""
        self._offered: asyncssh.SSHKey | None = None
        self._key: asyncssh.SSHKey | None = None
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        address = str(conn.get_extra_info("peername")[0])
        if not self._gateway.has_room_for(address):
            conn.abort()
            return
        self._address = address
        self._gateway.connections[address] += 1

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._address:
            self._gateway.connections -= Counter({self._address: 1})

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        if not self._offered:
            self._connection.send_auth_banner(t("door-ssh-banner").replace("\n", "\r\n") + "\r\n")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Welcome every key; that its owner is there is proven right afterwards, or not."""
        self._offered = key
        return True

    def auth_completed(self) -> None:
        self._key = self._offered

    def session_requested(self) -> Visit | bool:
        if self._has_session or self._key is None:
            return False
        self._has_session = True
        name = str(self._connection.get_extra_info("username"))
        visitor = visitor_with(self._key.public_data, name, Door.SSH, self._gateway.settings.data)
        return Visit(self._gateway, visitor)


@dataclass
class Wishes:
    """What a peer has told of its terminal; no term: it has none."""

    term: str = ""
    size: Size = field(default_factory=lambda: Size(80, 24))
    command: str | None = None


class Visit(asyncssh.SSHServerSession[bytes]):
    """One session: joins a peer's terminal to a client of ours."""

    def __init__(self, gateway: SshGateway, visitor: Visitor) -> None:
        self._gateway = gateway
        self._visitor = visitor
        self._wishes = Wishes()
        self._terminal = Terminal()
        self._outflow = Outflow(self._send, self._terminal.repaint)
        self._terminal.on_output = self._outflow.write
        self._life: asyncio.Task[None] | None = None
        self._farewell = ""
        self._hourglass = Hourglass(gateway.settings.idleness, self._warn, self._tire)
        self._has_drawn = False
        self._is_ending = False

    # What is granted -------------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=SEND_BUFFER)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: object,  # noqa: ARG002
    ) -> bool:
        self._wishes.term = fitting_term(term_type)
        self._wishes.size = Size.fitting(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Let it be asked for, so that a sentence can say why there is none."""
        self._wishes.command = command
        return True

    def session_started(self) -> None:
        hint = self._why_not()
        if hint:
            self._channel.write_stderr(f"jinmaku: {hint}\r\n".encode())
            self._channel.exit(FULL if self._is_full() else REFUSED)
            return
        self._life = asyncio.get_running_loop().create_task(self._live())

    def _why_not(self) -> str:
        if self._wishes.command is not None:
            return t("door-no-command")
        if not self._wishes.term:
            return t("door-no-terminal")
        return t("door-full", sessions=self._gateway.settings.sessions) if self._is_full() else ""

    def _is_full(self) -> bool:
        return self._gateway.is_full_for(self._visitor.home)

    # Being there -----------------------------------------------------------------------------

    async def _live(self) -> None:
        """Run the client until it ends or is ended."""
        settings, home = self._gateway.settings, self._visitor.home
        old = self._gateway.enter(self, home)
        try:
            if old is not None:
                await old.end(t("door-elsewhere"))
            self._hourglass.turn()
            self._visitor.settle()
            command = command_for(self._visitor, settings.server, *settings.options)
            environment = environment_for(self._visitor, self._channel.get_environment())
            environment["TERM"] = self._wishes.term
            await self._terminal.start(command, environment, home, self._wishes.size)
            code = await self._terminal.ended()
            if code:
                log.warning("The client of a visitor has ended with %d.", code)
                self._farewell = self._farewell or t("door-broken")
        finally:
            await self._terminal.hang_up()
            self._hourglass.stop()
            self._gateway.leave(self, home)
            self._say_goodbye()

    def _say_goodbye(self) -> None:
        """Leave the peer's terminal as it was."""
        if self._channel.is_closing():
            return
        if self._farewell:
            self._channel.write(LEAVE + f"jinmaku: {self._farewell}\r\n".encode())
        self._channel.exit(REFUSED if self._farewell else 0)

    async def end(self, farewell: str) -> None:
        """See a visitor out, and wait until they are gone."""
        self._stop(farewell)
        if self._life is not None:
            await asyncio.wait([self._life])

    def _stop(self, farewell: str = "") -> None:
        """End once; what an end has to do is not cut short by another one."""
        if self._life is not None and not self._is_ending:
            self._is_ending, self._farewell = True, farewell
            self._life.cancel()

    # Idleness --------------------------------------------------------------------------------

    def _warn(self) -> None:
        if self._has_drawn:
            self._terminal.warn()

    def _tire(self) -> None:
        self._stop(t("door-idle"))

    # From the peer ---------------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        if self._life is None:
            return
        self._hourglass.turn()
        self._terminal.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        self._wishes.size = Size.fitting(width, height)
        self._terminal.resize(self._wishes.size)

    def pause_writing(self) -> None:
        self._outflow.pause()

    def resume_writing(self) -> None:
        self._outflow.resume()

    def eof_received(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._stop()

    def _send(self, data: bytes) -> None:
        if not self._has_drawn:
            self._has_drawn = True
            self._hourglass.turn()
        if not self._channel.is_closing():
            self._channel.write(data)
