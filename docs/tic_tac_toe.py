"""Tic-tac-toe on a network: `python docs/tic_tac_toe.py host`, then twice `… join PORT CODE NAME`."""

import asyncio
import sys

import net


class TicTacToe:  # a net.Application: a prompt is the number of a move, and a payload is text
    def __init__(self) -> None:
        self.board = "123456789"
        self.room = net.Room(self, program="tic-tac-toe 1")

    def info(self) -> net.Summary:
        taken = len(self.room.members)
        return net.Summary(game="ttt", name="ttt", host="", computer="", taken=taken, seats=2, status="open")

    def open_seats(self) -> list[int]:
        return [0, 1]  # the room leaves out those that it has given away

    def arrived(self, member: net.Member) -> None:
        for each in self.room.members:
            self.room.changed(each)

    lost = returned = left = overdue = arrived

    def hold(self, member: net.Member) -> float:
        return 600.0

    def move(self, member: net.Member, move: net.Move) -> None:
        cell = move.payload.decode()
        if move.prompt != self.view(member, first=False).prompt or cell not in {*self.board} - {*"XO"}:
            raise net.Refused("illegal", b"Choose a number on the board when you are asked.")
        self.board = self.board.replace(cell, "OX"[move.prompt % 2])
        self.arrived(member)

    def view(self, member: net.Member, *, first: bool) -> net.View:
        b, made = self.board, sum(cell in "XO" for cell in self.board)
        rows = [b[:3], b[3:6], b[6:], b[::3], b[1::3], b[2::3], b[::4], b[2:7:2]]
        end = "X wins" if "XXX" in rows else "O wins" if "OOO" in rows else "draw" if made == 9 else ""
        shown = "\n".join([*rows[:3], end]).encode()
        return net.View(made + 1 if member.seat == made % 2 and not end else 0, shown)


async def main(role: str, port: str = "", code: str = "", name: str = "") -> None:
    if role == "host":
        await (server := net.Host([TicTacToe().room], net.Identity.new(open=False))).start()
        print("join", server.port, server.identity.code, flush=True)
        await asyncio.Event().wait()
    events = asyncio.Queue[net.Event]()
    client = net.Client("127.0.0.1", int(port), name=name, program="t", code=code, on_event=events.put_nowait)
    client.start()
    while not isinstance(event := await events.get(), net.Ended):
        if isinstance(event, net.View | net.Reject):
            print(event.payload.decode(), flush=True)
        if isinstance(event, net.View) and event.prompt:
            client.send(event.prompt, (await asyncio.to_thread(input)).encode())


asyncio.run(main(*sys.argv[1:]))
