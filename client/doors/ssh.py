"""The door for SSH: a terminal with a client in it for everybody who has a key.

There is no shell behind it. Nothing but a session with a terminal is granted: no command, no subsystem, no
forwarding of ports, agents or windows.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import asyncssh

from client.doors.homes import Homes
from client.doors.hourglass import USUAL, Hourglass, Idleness
from client.doors.terminal import LEAVE, Outflow, Size, Terminal
from client.doors.visitor import Visitor, command_for, environment_for, fitting_term, visitor_with
from client.texts import t
from protocol.entries import Door
from protocol.identity import Identity, load_identity, save_identity
from protocol.invitation import Address
from protocol.limits import neighbourhood
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
    """The settings of a door for SSH; times are in seconds."""

    data: Path
    server: Address
    sessions: int = 20
    per_address: int = 8
    login_time: float = 30.0
    idleness: Idleness = USUAL
    has_mouse: bool = True
    keys: Path | None = None  # of those who may come in; without it any key may

    @property
    def options(self) -> tuple[str, ...]:
        """What a visitor's client has to know about them."""
        return ("--warning", str(self.idleness.warning), *(() if self.has_mouse else ("--no-mouse",)))


def host_key(data: Path) -> Identity:
    """Return the key by which friends recognise this door, a new one the first time."""
    make_folder(data)
    path = data / HOST_KEY
    if not path.exists():
        save_identity(Identity.make(), path)
    return load_identity(path)


class SshGateway:
    """Everybody at the door, and everybody inside."""

    def __init__(self, settings: SshSettings) -> None:
        self.settings = settings
        self.callers: list[Doorkeeper] = []
        self.visits: dict[Path, SshSession] = {}
        self.homes = Homes(settings.data, settings.sessions, all_are_friends=settings.keys is not None)
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, bind: str, port: int) -> int:
        """Listen; return the port."""
        host_key(self.settings.data)
        if self.settings.keys is not None:
            asyncssh.read_authorized_keys(self.settings.keys)  # so that anything wrong with it is said now
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

    def admit(self, caller: Doorkeeper) -> bool:
        """Let a connection in; if there are too many, one goes that has come no further than the door."""
        here = [other for other in self.callers if other.address == caller.address]
        is_crowded = len(here) >= self.settings.per_address
        if is_crowded or len(self.callers) >= self.settings.sessions * CONNECTIONS_PER_SESSION:
            waiting = [other for other in (here if is_crowded else self.callers) if not other.has_session]
            if not waiting:
                return False
            waiting[0].send_away()
        self.callers.append(caller)
        return True

    def welcomes(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Say whether a key may come in; the list is read each time, so the host can add to it."""
        if self.settings.keys is None:
            return True
        try:
            listed = asyncssh.read_authorized_keys(self.settings.keys)
        except (OSError, ValueError):
            log.warning("The list of keys %s cannot be read, so nobody is let in.", self.settings.keys)
            return False
        return listed.validate(key, address, address) is not None

    def enter(self, visit: SshSession, home: Path) -> SshSession | None:
        """Take somebody in; return their visit from elsewhere, which has to end first."""
        old = self.visits.get(home)
        self.visits[home] = visit
        return old

    def leave(self, visit: SshSession, home: Path) -> None:
        if self.visits.get(home) is visit:
            del self.visits[home]


class Doorkeeper(asyncssh.SSHServer):
    """One connection: asks for a key, any key, and grants one session."""

    def __init__(self, gateway: SshGateway) -> None:
        self.address = ""
        self.has_session = False
        self._gateway = gateway
        self._peer = ""
        self._offered: asyncssh.SSHKey | None = None
        self._key: asyncssh.SSHKey | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._peer = str(conn.get_extra_info("peername")[0])
        self.address = neighbourhood(self._peer)
        if not self._gateway.admit(self):
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self in self._gateway.callers:
            self._gateway.callers.remove(self)

    def send_away(self) -> None:
        self._gateway.callers.remove(self)
        self._connection.abort()

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        if not self._offered:
            self._connection.send_auth_banner(t("door-ssh-banner").replace("\n", "\r\n") + "\r\n")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Welcome a key; whether its owner is there is proven right afterwards."""
        self._offered = key
        return self._gateway.welcomes(key, self._peer)

    def auth_completed(self) -> None:
        self._key = self._offered

    def session_requested(self) -> SshSession | bool:
        if self.has_session or self._key is None:
            return False
        self.has_session = True
        name = str(self._connection.get_extra_info("username"))
        visitor = visitor_with(self._key.public_data, name, Door.SSH, self._gateway.settings.data)
        return SshSession(self._gateway, visitor, self._peer)


@dataclass
class Wishes:
    """What a peer has told about its terminal; without a term, it has none."""

    term: str = ""
    size: Size = field(default_factory=lambda: Size(80, 24))
    command: str | None = None


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One session: joins a peer's terminal to a client of ours."""

    def __init__(self, gateway: SshGateway, visitor: Visitor, address: str) -> None:
        self._gateway = gateway
        self._visitor = visitor
        self._address = address
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
        """Accept the request, so that a sentence can say why there are no commands."""
        self._wishes.command = command
        return True

    def session_started(self) -> None:
        hint = self._why_not()
        if hint:
            self._channel.write_stderr(f"jinmaku: {hint}\r\n".encode())
            self._channel.exit(REFUSED if self._wishes.command is not None or not self._wishes.term else FULL)
            return
        self._life = asyncio.get_running_loop().create_task(self._live())

    def _why_not(self) -> str:
        if self._wishes.command is not None:
            return t("door-no-command")
        if not self._wishes.term:
            return t("door-no-terminal")
        homes, home = self._gateway.homes, self._visitor.home
        if homes.is_full_for(home, self._gateway.visits):
            return t("door-full")
        now = asyncio.get_running_loop().time()
        return t("door-too-often") if homes.comes_too_often(home, self._address, now) else ""

    # Being there -----------------------------------------------------------------------------

    async def _live(self) -> None:
        """Run the client until it ends or is ended."""
        settings, home = self._gateway.settings, self._visitor.home
        old = self._gateway.enter(self, home)
        try:
            if old is not None:
                await old.end(t("door-elsewhere"))
            self._hourglass.turn()
            self._gateway.homes.settle(self._visitor, self._gateway.visits)
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
        """End once; a second end does not cut the first one short."""
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
