"""Headless Chromium, spoken to over its DevTools protocol: for pictures of the door's page, and for plays."""

import asyncio
import base64
import itertools
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-port=0",
)
PATIENCE = 30.0
"""Seconds to wait for what must show."""


class Tab:
    """A page that is open in the browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def call(self, method: str, **parameters: object) -> Any:
        """Let the browser do something; return its answer."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while True:
            answer = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == number:
                return answer.get("result")

    async def value(self, script: str) -> Any:
        """Return what a script gives."""
        result = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        return result["result"].get("value")

    async def text(self) -> str:
        """Return what the terminal shows."""
        rows = "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.textContent).join('\\n')"
        return str(await self.value(rows)).replace("\xa0", " ")

    async def sees(self, *words: str) -> str:
        """Wait until the terminal shows one of these; return all of it."""
        for _attempt in range(round(PATIENCE * 10)):
            text = await self.text()
            if any(each in text for each in words):
                return text
            await asyncio.sleep(0.1)
        raise TimeoutError(text)

    async def type(self, text: str) -> None:
        """Type letters."""
        await self.call("Input.insertText", text=text)

    async def press(self, key: str, code: int) -> None:
        """Press a key that is no letter."""
        for kind in ("rawKeyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code
            )

    async def tap(self, words: str) -> None:
        """Tap a button of the page, by its words."""
        found = f"find(each => each.textContent.includes({json.dumps(words)}))"
        await self.value(f"[...document.querySelectorAll('button')].{found}?.click()")

    async def picture(self, path: Path) -> None:
        """Write what the page looks like to a file."""
        shot = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))  # noqa: ASYNC240 - nobody waits


@asynccontextmanager
async def browsing(url: str, width: int, height: int, *, is_phone: bool = False) -> AsyncIterator[Tab]:
    """Open a page in a browser of its own, as on a screen of this size or on a phone."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        chromium = await asyncio.create_subprocess_exec(
            "/usr/bin/chromium", *_FLAGS, f"--user-data-dir={folder}", stderr=asyncio.subprocess.PIPE
        )
        try:
            port = await _debugging_port(chromium)
            async with ClientSession() as session:
                async with session.put(f"http://127.0.0.1:{port}/json/new?about:blank") as new:
                    address = (await new.json())["webSocketDebuggerUrl"]
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    tab = Tab(socket)
                    await tab.call(
                        "Emulation.setDeviceMetricsOverride",
                        width=width,
                        height=height,
                        deviceScaleFactor=2 if is_phone else 1,
                        mobile=is_phone,
                    )
                    await tab.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
                    await tab.call("Page.navigate", url=url)
                    yield tab
        finally:
            chromium.terminate()
            await chromium.wait()


async def _debugging_port(chromium: asyncio.subprocess.Process) -> int:
    """Return the port that the browser says it listens on."""
    assert chromium.stderr  # noqa: S101 - it is a pipe
    async with asyncio.timeout(PATIENCE):
        while line := (await chromium.stderr.readline()).decode():
            if "DevTools listening on" in line:
                return int(line.split("127.0.0.1:")[1].split("/")[0])
    raise RuntimeError("Chromium has not started")
