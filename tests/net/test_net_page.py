"""docs/net.md and docs/tic_tac_toe.py: a program that uses `net` alone."""

import asyncio
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "net.md").read_text(encoding="utf-8")
GAME = DOCS / "tic_tac_toe.py"


class Player:
    """A run of the game, by lines."""

    @classmethod
    async def start(cls, *arguments: str) -> "Player":
        player, pipe = cls(), asyncio.subprocess.PIPE
        player.process = await asyncio.create_subprocess_exec(
            sys.executable, str(GAME), *arguments, stdin=pipe, stdout=pipe, cwd=GAME.parents[1]
        )
        return player

    process: asyncio.subprocess.Process

    async def until(self, *lines: str) -> None:
        for line in lines:
            while (await self.line()) != line:
                pass

    async def line(self) -> str:
        assert self.process.stdout
        line = await self.process.stdout.readline()
        assert line, "it has ended"
        return line.decode().strip()

    def type(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n".encode())

    async def stop(self) -> None:
        self.process.kill()
        await self.process.wait()


async def test_two_people_play_tic_tac_toe() -> None:
    host = await Player.start("host")
    _, port, code = (await host.line()).split()
    one = await Player.start("join", port, code, "Ana")
    await one.until("789")  # so that Ana has the first seat
    other = await Player.start("join", port, code, "Bo")
    try:
        one.type("1")
        other.type("1")  # is taken
        await other.until("Choose a number on the board when you are asked.")
        for mark, player in zip("5263", [other, one, other, one], strict=True):
            player.type(mark)
        for player in (one, other):
            await player.until("XXX", "4OO", "789", "X wins")
    finally:
        for player in (host, one, other):
            await player.stop()
