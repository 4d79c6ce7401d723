"""The way in by ssh, with a client in this process."""

import asyncio
import fcntl
import gc
import os
import pty
import re
import shutil
import struct
import termios
from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import asyncssh
import pytest
from asyncssh.packet import String

from luckytui.door import ssh, visits
from luckytui.door.guests import SeatBook, proof_of
from luckytui.door.ssh import _Server, host_key
from luckytui.door.visit import _BYE
from luckytui.system.viewer import Viewer, showing_to
from luckytui.text import _
from tests.door.doors import CODE, Screen, by_ssh, connecting, opened, overfill
from tests.door.test_guests import seat
from tests.net.wire import LOOPBACK, until


async def test_a_guest_with_the_code_is_in_the_lobby_and_leaves_with_a_goodbye(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea:
        await bea.comes_in(code="000-000")
        await bea.sees("These are not the digits")
        await bea.comes_in()
        await bea.sees("1 of 3 seats taken")
        assert door.players == [("Bea", True)]
        await bea.sees("these digits")
        bea.send(b"qq")
        await bea.ends()
        await bea.sees("You left the table.")
        assert door.players == []


@pytest.mark.parametrize(("lang", "is_ascii"), [("de_DE.UTF-8", False), ("de_DE", True)])
async def test_a_stranger_learns_nothing_and_can_leave(tmp_path: Path, lang: str, is_ascii: bool) -> None:
    german = {"LANG": lang}
    async with opened(tmp_path) as door, by_ssh(door, "Eve", size=(48, 24), env=german) as eve:
        await eve.sees("Dein Name: Eve")
        assert max(map(len, eve.text.splitlines())) <= 48
        assert len(eve.data) < 500
        assert eve.data.isascii() is is_ascii
        assert not any(visit.arrival for visit in door.visits.all)
        for word in ("kitchen", "numbers", "Numbers", "\x1b[?1049h"):
            assert word.encode() not in eve.data
        eve.send(b"\x03")
        await eve.ends()


async def test_a_key_or_digits_of_ones_own_lead_back_to_the_seat_and_nothing_else(tmp_path: Path) -> None:
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with opened(tmp_path) as door:
        async with by_ssh(door, "Bea", client_keys=[key, other]) as bea:
            await bea.comes_in()
            await bea.sees("1 of 3 seats taken")
            assert "these digits" not in bea.text
        async with by_ssh(door, "Cem") as cem:
            await cem.comes_in()
            await cem.sees("these digits")
            digits = re.findall(r"[0-9]{3} [0-9]{3} [0-9]{3}", cem.text)[0]
        async with by_ssh(door, "whoever", client_keys=[other]) as back:
            await back.sees("Bea (you)")
        async with by_ssh(door, "Cem") as back:
            await back.comes_in(code=digits)
            await back.sees("Cem (you)")
        async with by_ssh(door, "Dan") as stranger:
            await stranger.comes_in(code=digits)
            await stranger.sees("These are not the digits")
        assert [name for name, _here in door.players] == ["Bea", "Cem"]


async def test_whatever_is_no_terminal_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:

        async def run(*command: str, **more: Any) -> asyncssh.SSHCompletedProcess:
            async with connecting(door) as connection:
                return await connection.run(*command, encoding="utf-8", **more)

        done = await run("cat /etc/passwd")
        assert (done.exit_status, done.stdout) == (1, "")
        assert "only a game behind" in done.stderr
        german = await run("ls", env={"LANG": "de_DE.UTF-8"})
        assert "Diese Tür" in german.stderr
        assert "needs a terminal" in (await run()).stderr
        async with connecting(door) as connection:
            with pytest.raises(asyncssh.ChannelOpenError, match="only a game behind"):
                await connection.open_connection(LOOPBACK, 22)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_unix_connection("/tmp/socket")  # noqa: S108
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("", 0, LOOPBACK, 22)
            with pytest.raises(asyncssh.Error):
                await connection.start_sftp_client()
        assert door.players == []


async def test_a_connection_has_one_terminal_and_keeps_little_of_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Mapping[str, str]] = []
    monkeypatch.setattr(ssh, "environment_of", lambda _term, sent: kept.append(sent) or {})
    async with opened(tmp_path) as door, connecting(door) as connection:
        said = {"LANG": "x" * 1000} | {f"NAME{number}": "x" * 1000 for number in range(20)}
        term = {"term_type": "xterm", "env": said}
        await connection.create_session(asyncssh.SSHClientSession, **term)
        await until(lambda: kept)
        for _channel in range(60):
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_session(asyncssh.SSHClientSession, **term)
        assert kept == [{"LANG": "x" * 256}]


@pytest.mark.parametrize("flood", ["sizes", "env"])
async def test_a_stranger_who_floods_the_door_is_cut_off(tmp_path: Path, flood: str) -> None:
    async with opened(tmp_path) as door, by_ssh(door) as eve:
        await eve.sees("Your name")
        for number in range(48_000 if flood == "sizes" else 20):
            if flood == "sizes":
                eve.channel.change_terminal_size(80 + number % 9, 24)
            else:
                eve.channel._send_request(b"env", String(b"LANG"), String(b"x" * 30_000))
        await eve.ends()
        async with by_ssh(door, "Bea") as bea:
            await bea.comes_in()
            await bea.sees("1 of 3 seats taken")


async def test_a_stranger_who_takes_too_long_is_cut_off_and_a_guest_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea:
        await bea.comes_in()
        await bea.sees("1 of 3 seats taken")
        assert not door.visits.strangers.all
        monkeypatch.setattr(visits, "_PATIENCE", 0.0)
        reader, writer = await asyncio.open_connection(LOOPBACK, door.ssh)
        await reader.read()
        writer.close()
        assert not bea.is_over


async def test_a_stranger_reads_why_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luckytui.door.terminal._PATIENCE", 0.1)
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea:
        await until(lambda: bea.is_over)
        assert "Nobody came in within three minutes." in bea.text


async def test_a_watcher_makes_way_for_a_proved_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_MOST_GUESTS", 2)
    monkeypatch.setattr("luckytui.door.visit._GRACE", 0.0)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with opened(tmp_path, seats=2) as door:
        async with by_ssh(door, "Bea", client_keys=[key]) as bea:
            await bea.comes_in()
            await bea.sees("1 of 2 seats taken")
        await until(lambda: not any(visit.arrival for visit in door.visits.all))
        async with by_ssh(door, "Ada") as ada, by_ssh(door, "Wim") as wim, by_ssh(door, "Cem") as cem:
            await ada.comes_in()
            await until(lambda: ("Ada", True) in door.players)
            await wim.comes_in()
            await wim.sees("you are watching")
            await cem.comes_in()
            await cem.sees("too many guests")
            async with by_ssh(door, "Bea", client_keys=[key]) as bea:
                await bea.sees("Bea (you)")
                await wim.ends()
                assert b"too many guests" in wim.data
            assert [ada.is_over, cem.is_over] == [False, False]


async def test_nothing_of_guests_who_have_left_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luckytui.door.visit._GRACE", 0.0)
    kinds = {"LuckyApp", "Visit", "Terminal", "Prompt", "Stranger", "GuestDriver", "RemoteSession"}
    kinds |= {"XTermParser", "StylesCache", "ANSIToTruecolor"}

    def kept() -> Counter[str]:
        gc.collect()
        return Counter(type(each).__name__ for each in gc.get_objects() if type(each).__name__ in kinds)

    key = asyncssh.generate_private_key("ssh-ed25519")
    async with opened(tmp_path) as door:
        first = Counter[str]()
        for _visit in range(4):
            async with by_ssh(door, "Bea", client_keys=[key]) as guest, by_ssh(door, "Eve") as eve:
                if not first:
                    await guest.comes_in()
                await guest.sees("Bea (you)")
                guest.send(b"\x1b[97;5u\x1b[B?")
                eve.send(b"\x1b[97;5u")
            await until(lambda: [visit.arrival for visit in door.visits.all] == [None])
            await door.visits.all[0].is_ready.wait()
            first = first or kept()
        await until(lambda: all(more == 1 for more in (kept() - first).values()))  # one may be going


async def test_half_open_connections_make_way_for_guests(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea:
        await bea.comes_in()
        await bea.sees("1 of 3 seats taken")
        half_open = [await asyncio.open_connection(LOOPBACK, door.ssh) for _ in range(100)]
        reads = [asyncio.create_task(reader.read()) for reader, _writer in half_open]
        async with by_ssh(door, "Cem") as cem:
            await cem.comes_in()
            await cem.sees("2 of 3 seats taken")
        await until(lambda: sum(read.done() for read in reads) > 70)
        assert not bea.is_over
        for _reader, writer in half_open:
            writer.close()


async def test_a_terminal_of_any_size_and_a_megabyte_of_junk_do_no_harm(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        async with by_ssh(door, "Bea", size=(65535, 65535)) as bea:
            await bea.comes_in()
            await until(lambda: door.players)
        async with by_ssh(door, "Cem", size=(1, 1)) as bea:
            await until(lambda: bea.data)
            bea.channel.change_terminal_size(80, 24)
            await bea.comes_in()
            await bea.sees("2 of 3 seats taken")
            junk = b"\x1b[200~" + b"\x1b[48;99999;99999;1;1t\x1b[999999999;1u\xff" * 40_000
            bea.send(junk)
            bea.send(b"\x1b[201~")
            await asyncio.sleep(0.1)
            bea.channel.change_terminal_size(100, 30)
            await until(lambda: b"\x1b[30;" in bea.data)
        assert len(door.players) == 2


def test_the_host_key_is_made_once_for_the_player_alone(tmp_path: Path) -> None:
    key = host_key(tmp_path)
    assert host_key(tmp_path) == key
    assert (tmp_path / "ssh_host_key").stat().st_mode & 0o777 == 0o600


async def test_the_stock_client_plays_with_a_terminal(tmp_path: Path) -> None:
    if not (client := shutil.which("ssh")):
        pytest.skip("OpenSSH's client is not installed")
    async with opened(tmp_path) as door:
        ours, theirs = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityAgent=none")
        command = [client, "-F", "none", *(f"-o{each}" for each in options), "-p", str(door.ssh)]
        process = await asyncio.create_subprocess_exec(
            *command, f"Bea@{LOOPBACK}", stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        bea = Screen()
        bea.send = partial(os.write, ours)
        loop = asyncio.get_running_loop()
        loop.add_reader(ours, lambda: bea.hear(os.read(ours, 65536)))
        await bea.comes_in()
        await bea.sees("Bea (you)")
        loop.remove_reader(ours)
        os.close(ours)
        process.terminate()
        await process.wait()


async def test_a_reader_that_sleeps_gets_the_newest_frame_and_costs_little_memory(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea", window=8192) as bea:
        await bea.comes_in()
        await bea.sees("1 of 3 seats taken")
        channel, (visit,) = bea.channel, [each for each in door.visits.all if each.seat]
        channel.pause_reading()
        assert visit._channel
        sizes = ((80, height) for height in cycle(range(24, 64)))
        await overfill(visit._channel.waiting, lambda: channel.change_terminal_size(*next(sizes)))
        channel.resume_reading()
        channel.change_terminal_size(80, 70)
        await until(lambda: b"\x1b[70;" in bea.data)


def test_a_key_that_was_only_offered_leads_to_no_seat(tmp_path: Path) -> None:
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    book = SeatBook(tmp_path / "seats.json")
    book.remember([proof_of("key", key.get_fingerprint())], seat("Bea"))
    connection = _Server(Mock(book=book))
    assert not connection.validate_public_key("Eve", other)
    assert connection.validate_public_key("Eve", key), "it has to be proved then"
    assert connection.get_kbdint_challenge("Eve", "", "")
    assert not book.find(*connection.proofs)


async def test_a_guest_who_does_nothing_for_an_hour_is_sent_away_and_the_seat_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea:
        await bea.comes_in()
        await bea.sees("1 of 3 seats taken")
        monkeypatch.setattr("luckytui.door.visit._IDLE", 0.0)
        bea.send(b"?")
        await bea.ends()
        assert b"You pressed no key for an hour." in bea.data
        await until(lambda: door.players == [("Bea", False)])
        async with by_ssh(door, "Cem", env={"LANG": "de_DE.UTF-8"}) as cem:
            await cem.sees("Dein Name")
            cem.send(f"\r{CODE}\r".encode())
            await cem.ends()
            with showing_to(Viewer(is_guest=True, environment={"LANG": "de"})):
                farewell = _(_BYE)
            assert farewell.encode() in cem.data
            assert "hour" not in farewell


async def test_what_a_guest_types_reaches_no_other_terminal_as_a_command(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, by_ssh(door, "Bea") as bea, by_ssh(door, "Cem") as cem:
        for guest, taken in ((bea, "1 of 3"), (cem, "2 of 3")):
            await guest.comes_in()
            await guest.sees(taken)
        await bea.sees("2 of 3")  # nobody can write while alone
        bea.send(b"m")
        await bea.sees("Message:")
        bea.send(b"\x1b[200~look\x1b]0;evil\x07 \xc2\x9b31mhere\x1b[201~")
        await bea.sees("look")
        bea.send(b"\r")
        await cem.sees("look")
        for evil in (b"\x1b]0;", b"\xc2\x9b"):
            assert evil not in cem.data
            assert evil not in bea.data
