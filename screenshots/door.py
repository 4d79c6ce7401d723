"""Makes the pictures of the door's page, on a screen and on a phone: `python -m screenshots.door`.

A guest with a browser and one with a phone play at the same table, which is hosted for that, with a bot.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from screenshots.browser import Tab, browsing

FOLDER = Path(__file__).parent
_ENTER = 13


async def come_in(tab: Tab, name: str, code: str) -> None:
    """Type a name and the code."""
    await tab.sees("Your name")
    await tab.value("document.querySelector('.xterm-helper-textarea').focus()")
    for answer in (name, code):
        await tab.type(answer)
        await tab.sees(answer)
        await tab.press("Enter", _ENTER)
    await tab.sees("seats taken", "turn", "Enter: ")


async def main() -> None:
    """Host a table, and take a picture of each page."""
    with tempfile.TemporaryDirectory() as folder:
        own = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), folder)
        own["LUCKYTUI_INTERFACES"] = "127.0.0.1"
        command = ["serve", "lucky-numbers", "--seats", "3", "--bots", "easy", "--name", "kitchen table"]
        command += ["--seed", "lucky", "--bind", "127.0.0.1", "--port", "0", "--door", "--ssh-port", "0"]
        host = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "luckytui", *command, stdout=asyncio.subprocess.PIPE, env=os.environ | own
        )
        assert host.stdout  # noqa: S101 - it is a pipe
        try:
            _listening, _ssh, web, door = [(await host.stdout.readline()).decode().split() for _ in range(4)]
            code = "".join(filter(str.isdigit, " ".join(door)))
            async with (
                browsing(web[1], 1280, 800) as screen,
                browsing(web[1], 390, 844, is_phone=True) as phone,
            ):
                await come_in(screen, "Dora", code)
                await come_in(phone, "Pia", code)
                await asyncio.sleep(3)
                await screen.picture(FOLDER / "door-browser.png")
                await phone.picture(FOLDER / "door-phone.png")
        finally:
            host.terminate()
            await host.wait()


if __name__ == "__main__":
    asyncio.run(main())
