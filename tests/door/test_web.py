"""The way in with a browser, with a client in this process."""

import asyncio
import re
import socket
from itertools import cycle
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError

from luckytui.door import visits, web
from luckytui.door.web import is_own_host, read_size
from tests.door.doors import OpenDoor, by_web, opened, overfill
from tests.net.wire import LOOPBACK, until


def browser() -> ClientSession:
    """A browser, which keeps cookies."""
    return ClientSession(cookie_jar=CookieJar(unsafe=True))  # also those of an address


def home(door: OpenDoor) -> str:
    return f"http://{LOOPBACK}:{door.web}"


async def test_a_page_loaded_again_in_the_middle_of_a_game_leads_back_to_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luckytui.door.visit._GRACE", 600.0)  # a busy computer needs its time for a page
    async with opened(tmp_path, ways="web", seats=2) as door, browser() as bea, browser() as cem:
        async with by_web(door, bea) as screen:
            await screen.comes_in("Bea")
            await screen.sees("Bea (you)")
        async with by_web(door, cem) as screen:
            await screen.comes_in("Cem")
            await screen.sees("Waiting for Bea.")
            await until(lambda: {"sign": "m", "label": "chat", "sends": "m"} in screen.commands)
            for _reload in range(100):
                async with bea.ws_connect(f"{home(door)}/ws", origin=home(door)) as page:
                    await page.send_json({"width": 80, "height": 24})
                    await page.receive()
            async with by_web(door, bea) as again:
                await again.sees("your turn")
                async with by_web(door, bea) as elsewhere:
                    await elsewhere.sees("your turn")
                    await again.ends()
                    assert again.farewell.startswith("You opened the game somewhere else")
                    elsewhere.send(b"m")
                    await elsewhere.sees("Message:")
            assert door.players == [("Bea", True), ("Cem", True)]
            assert screen.data.count(b"connection") == 0


async def test_only_the_doors_own_page_gets_in(tmp_path: Path) -> None:
    async with opened(tmp_path, ways="web") as door, browser() as session:
        with pytest.raises(WSServerHandshakeError, match="403"):  # no cookie yet
            await session.ws_connect(f"{home(door)}/ws", origin=home(door))
        async with session.get(f"{home(door)}/") as page:
            cookie, policy = page.headers["Set-Cookie"], page.headers["Content-Security-Policy"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert "script-src 'self';" in policy
            assert "<script>" not in await page.text()
            assert "width=device-width" in await page.text()
        for origin in ("http://evil.example", f"http://{LOOPBACK}:1", "null", None):
            with pytest.raises(WSServerHandshakeError, match="403"):
                await session.ws_connect(f"{home(door)}/ws", origin=origin)
        for path, host in (("/", "evil.example"), ("/door.js", f"evil.example:{door.web}"), ("/", "")):
            async with session.get(f"{home(door)}{path}", headers={"Host": host}) as refused:
                assert refused.status == 403
        for path in ("/static/", "/..%2f..%2fpyproject.toml", "/index.html", "/web.py", "//etc/passwd"):
            async with session.get(f"{home(door)}{path}") as missing:
                assert missing.status == 404
        async with session.post(f"{home(door)}/", data=b"x" * 100_000) as refused:
            assert refused.status == 405
        for path in ("/door.js", "/xterm.js", "/xterm.css", "/addon-fit.js", "/door.css"):
            async with session.get(f"{home(door)}{path}") as file:
                assert file.status == 200
                known = {"If-None-Match": file.headers["ETag"]}
            async with session.get(f"{home(door)}{path}", headers=known) as again:
                assert again.status == 304  # a phone loads half a megabyte once
        assert door.players == []


async def test_thirty_wrong_codes_are_too_many_and_others_still_get_in(tmp_path: Path) -> None:
    async with opened(tmp_path, ways="web") as door:
        gate = door.visits.gate
        answers = []
        for _guess in range(30):
            with pytest.raises(Exception, match=r"code|digits") as refused:
                gate.admit("10.0.0.66", "Eve", "000 000 000")
            answers.append(str(refused.value))
        assert sum("Too many wrong codes" in answer for answer in answers) > 20
        with pytest.raises(Exception, match="Too many"):  # not even with the right one, so guessing is no use
            gate.admit("10.0.0.66", "Eve", "384 192 576")
        assert gate.admit("10.0.0.2", "Bea", "384192576")[0] == "Bea"


async def test_an_open_table_asks_guests_for_a_name_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, code=None, ways="web") as door, browser() as session:
        async with by_web(door, session, touch=True) as screen:
            await screen.sees("Type your name.")
            await screen.comes_in("Bea", code="")
            await screen.sees("Waiting for the host")
            assert "? help" not in screen.text  # the page's buttons say so
            for width, height in ((90, 28), (100, 30)):
                await screen.channel.send_json({"width": width, "height": height})
            await until(lambda: b"\x1b[30;" in screen.data)
            assert b"\x1b[31;" not in screen.data
        assert door.players == [("Bea", True)]


async def test_a_page_that_is_closed_while_it_waits_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "_MOST_GUESTS", 1)
    async with opened(tmp_path, ways="web") as door, browser() as session:
        with monkeypatch.context() as patch:
            patch.setattr("luckytui.door.visit.RemoteSession.join", lambda _self: asyncio.sleep(3600))
            async with by_web(door, session) as eve:
                await eve.comes_in("Eve")
                await until(lambda: any(visit.arrival for visit in door.visits.all))
                async with browser() as other, by_web(door, other) as bea:
                    await bea.comes_in("Bea")
                    await bea.sees("too many guests")
            await until(lambda: not any(visit.arrival for visit in door.visits.all))
        async with by_web(door, session) as bea:
            await bea.comes_in("Bea")
            await bea.sees("1 of 3 seats taken")


async def test_a_page_of_a_stranger_that_sends_too_much_is_cut_off(tmp_path: Path) -> None:
    async with opened(tmp_path, ways="web") as door, browser() as session:
        async with by_web(door, session) as eve:
            await eve.sees("Your name")
            for _message in range(20):
                eve.send(b"x" * 32_000)
            await eve.ends()
        async with by_web(door, session) as bea:
            await bea.comes_in("Bea")
            await bea.sees("1 of 3 seats taken")


def spoken(text: str, kind: int = 0x81) -> bytes:
    """Return a websocket's frame, masked with zeros."""
    return bytes([kind, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


async def test_a_page_that_sleeps_costs_little_memory(tmp_path: Path) -> None:
    async with opened(tmp_path, code=None, ways="web") as door:
        end = socket.socket()
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        end.connect((LOOPBACK, door.web))
        reader, writer = await asyncio.open_connection(sock=end, limit=1024)
        headers = f"Host: {LOOPBACK}:{door.web}\r\nOrigin: {home(door)}\r\nCookie: {web._COOKIE}={'x' * 43}"
        headers += "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"
        writer.write(f"GET /ws HTTP/1.1\r\n{headers}\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
        assert b"101" in await reader.readline()
        writer.write(spoken('{"width": 200, "height": 24}') + spoken("Bea\r", 0x82))
        await until(lambda: any(visit._channel for visit in door.visits.all))
        (page,) = [visit._channel for visit in door.visits.all if visit._channel]
        sizes = (spoken(f'{{"width": 200, "height": {height}}}') for height in cycle(range(24, 84)))
        await overfill(page.waiting, lambda: writer.write(next(sizes)))
        writer.close()


def test_a_phone_reads_letters_of_twelve_pixels_and_may_pinch() -> None:
    page, script = (web._STATIC / name for name in ("index.html", "door.js"))
    assert 'content="width=device-width, initial-scale=1"' in page.read_text()  # and no bound to the scale
    assert "LEAST_FONT = 12," in script.read_text()
    buttons = re.findall(r'data-key="(\w+)"', page.read_text())
    assert buttons == ["left", "up", "down", "right", "enter", "escape", "tab"]
    assert all(f"{button}: " in script.read_text() for button in buttons)


def test_a_size_is_read_from_what_makes_sense_alone() -> None:
    assert read_size('{"width": 80, "height": 24}')
    for junk in (
        "",
        "[]",
        "{",
        '{"width": 1}',
        '{"width": 1e999, "height": 2}',
        '{"width":"a","height":1}',
        "\ud800",
    ):
        assert read_size(junk) is None
    assert read_size('{"width": 1, "height": 1, "more": 1}') is None


def test_a_host_is_an_address_or_this_computers_name() -> None:
    assert all(map(is_own_host, ("127.0.0.1", "192.0.2.17:5827", "[fe80::1]:5827", "[::1]", "localhost:1")))
    assert not any(
        map(is_own_host, ("", "evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::1", ":1"))
    )


def test_the_page_needs_nothing_from_the_internet_and_brings_the_licences_of_what_others_wrote() -> None:
    files = {path.name: path.read_text() for path in web._STATIC.iterdir()}
    for name in ("index.html", "door.css", "door.js", "xterm.css"):
        assert not re.search(r"(?:src|href|url|import)[=( ]+[\"']?(?:https?:)?//", files[name])
    assert all("Permission is hereby granted" in files[f"{name}.LICENSE"] for name in ("xterm", "addon-fit"))
    assert {*files} == {
        *("index.html", "door.css", "door.js", "xterm.css", "xterm.js", "addon-fit.js"),
        *("xterm.LICENSE", "addon-fit.LICENSE"),
    }
