"""Players are called outside the program: real commands, a real web server, real bytes for a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from client.local.config import Config, ConfigError, read_record
from client.local.settings import NoticeSettings
from client.seat import messengers
from client.seat.messengers import call, sequence_for
from tests.waiting import until

WORDS = "Your turn: Ninjato, table 4f0c at club.example.org."
XTERM = {"TERM": "xterm-256color"}
WRITE_DOWN = "import sys; open(sys.argv[1], 'a').write(repr(sys.argv[2:]) + '\\n')"


def ignored(_: str) -> None:
    """Steer nothing."""


# The terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "environ", "sequence"),
    [
        ("auto", XTERM, f"\x1b]9;{WORDS}\x07"),
        ("auto", {**XTERM, "VTE_VERSION": "7600"}, f"\x1b]777;notify;Jinmaku;{WORDS}\x07"),
        ("auto", {"TERM": "rxvt-unicode-256color"}, f"\x1b]777;notify;Jinmaku;{WORDS}\x07"),
        ("osc9", {"TERM": "foot"}, f"\x1b]9;{WORDS}\x07"),
        ("osc777", XTERM, f"\x1b]777;notify;Jinmaku;{WORDS}\x07"),
        ("off", XTERM, ""),
        ("osc9", {**XTERM, "TMUX": "/tmp/tmux-0/default,1,0"}, ""),  # noqa: S108 (no file)
        ("auto", {"TERM": "screen-256color"}, ""),
        ("auto", {"TERM": "tmux-256color"}, ""),
        ("auto", {"TERM": "dumb"}, ""),
        ("auto", {}, ""),
    ],
)
def test_a_terminal_gets_the_one_sequence_it_knows_or_none(
    how: str, environ: dict[str, str], sequence: str
) -> None:
    assert sequence_for(WORDS, how, environ) == sequence


async def test_words_of_others_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("TMUX", raising=False)
    written: list[str] = []
    await call("a\x07\x1b]0;b\x1b\\c\x9cd\u202ee", NoticeSettings("osc9"), written.append)

    (sequence,) = written
    assert sequence.startswith("\x1b]9;")
    assert sequence.endswith("\x07")
    assert sequence[4:-1].isprintable()


# A command -----------------------------------------------------------------------------------


async def test_a_command_gets_the_words_as_its_last_argument_and_no_shell_sees_them(tmp_path: Path) -> None:
    file = tmp_path / "calls"
    words = "Your turn: $(touch x) `id`; table 'a' \"b\" at c && d."
    command = (sys.executable, "-c", WRITE_DOWN, str(file))

    assert await call(words, NoticeSettings("off", command), ignored) == []
    assert file.read_text() == repr([words]) + "\n"


async def test_a_command_that_takes_too_long_is_stopped_with_all_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pid"
    monkeypatch.setattr(messengers, "SECONDS_TO_RUN", 1.0)
    script = f"sleep 60 & echo $! > {file}; wait"
    (trouble,) = await call(WORDS, NoticeSettings("off", ("sh", "-c", script)), ignored)

    assert trouble == "The command for notices failed: it took more than 1 seconds and was stopped."
    await until(lambda: has_ended(int(file.read_text())))


def has_ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize(
    ("command", "why"),
    [(("sh", "-c", "exit 3"), "it ended with code 3."), (("no such program",), "No such file or directory")],
)
async def test_a_command_that_fails_is_told_in_a_sentence(command: tuple[str, ...], why: str) -> None:
    (trouble,) = await call(WORDS, NoticeSettings("off", command), ignored)

    assert trouble.startswith("The command for notices failed: ")
    assert why in trouble


# A webhook -----------------------------------------------------------------------------------


class Hook(ThreadingHTTPServer):
    """A server that writes down what is posted to it, and answers with a code."""

    def __init__(self, code: int, headers: dict[str, str]) -> None:
        self.code, self.headers = code, headers
        self.posted: list[tuple[str, str | None, str]] = []
        super().__init__(("127.0.0.1", 0), Answer)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/jinmaku"


class Answer(BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posted.append((self.path, self.headers["Title"], body.decode()))
        self.send_response(self.server.code)
        for name, value in {"Content-Length": "0", **self.server.headers}.items():
            self.send_header(name, value)
        self.end_headers()

    do_GET = do_POST  # noqa: N815 (as the library calls it)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def a_hook(code: int = 200, **headers: str) -> Iterator[Hook]:
    with Hook(code, headers) as hook:
        thread = threading.Thread(target=hook.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield hook
        finally:
            hook.shutdown()
            thread.join()


async def test_a_webhook_gets_what_ntfy_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a proxy, which has no business with one's own machine."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with a_hook() as hook:
        troubles = await call(f"{WORDS} ä", NoticeSettings("off", (), hook.address), ignored)

    assert (troubles, hook.posted) == ([], [("/jinmaku", "Jinmaku", f"{WORDS} ä")])


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_a_webhook_leads_nowhere_else(code: int) -> None:
    with a_hook() as elsewhere, a_hook(code, Location=elsewhere.address) as hook:
        troubles = await call(WORDS, NoticeSettings("off", (), hook.address), ignored)

    assert troubles == [f"The webhook for notices failed: HTTP {code}."]
    assert (len(hook.posted), elsewhere.posted) == (1, [])


async def test_a_webhook_that_is_not_there_is_told_in_a_sentence() -> None:
    with a_hook() as hook:
        address = hook.address
    (trouble,) = await call(WORDS, NoticeSettings("off", (), address), ignored)

    assert trouble.startswith("The webhook for notices failed: ")
    assert "refused" in trouble


# Settings ------------------------------------------------------------------------------------


def read(home: Path, text: str, **environ: str) -> NoticeSettings:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(f"[notices]\n{text}\n")
    return read_record(Config.of(home, environ), "notices", NoticeSettings)


def test_notices_are_set_in_the_file_or_in_the_environment(tmp_path: Path) -> None:
    text = 'terminal = "off"\ncommand = ["notify-send", "Jinmaku"]\nwebhook = "https://ntfy.sh/my-topic"'
    command = ("notify-send", "Jinmaku")

    assert read(tmp_path, text) == NoticeSettings("off", command, "https://ntfy.sh/my-topic")
    assert read(tmp_path, "", JINMAKU_NOTICES_COMMAND='["notify-send", "Jinmaku"]').command == command
    assert read(tmp_path, 'webhook = "http://[::1]:8080/x"').webhook == "http://[::1]:8080/x"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('command = "notify-send Jinmaku"', "it has to be a list such as"),
        ("command = [1]", "it has to be a list such as"),
        ('webhook = "http://ntfy.sh/topic"', "it has to begin with https://"),
        ('webhook = "http://127.0.0.1.example.org/"', "it has to begin with https://"),
        ('webhook = "http://127.0.0.1@example.org/"', "it has to begin with https://"),
        ('webhook = "https://ntfy.sh/a\\r\\nTitle: b"', "it has to begin with https://"),
        ('webhook = "file:///etc/passwd"', "it has to begin with https://"),
        ('terminal = "loud"', "it can be auto, osc9, osc777 or off"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        read(tmp_path, text)
