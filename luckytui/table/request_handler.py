"""What a person at a table may ask for, and when."""

from luckytui.bots import LEVELS
from luckytui.games.interface import Seat
from luckytui.table.requests import (
    NOT_NOW,
    Act,
    Again,
    Denied,
    Opt,
    Pause,
    Remove,
    RemoveBot,
    Request,
    Say,
    SeatBot,
    Start,
    Undo,
)
from luckytui.table.table import Table
from luckytui.text import N_, Sentence

_PAUSED = Sentence(N_("The game is paused. A player who asked for the pause can resume it."))
_NOT_THE_OWNER = Sentence(N_("Only the person who opened the table can do that."))


def handle_request(table: Table, seat: Seat, request: Request, *, prompt: int = 0) -> None:
    """Do what the person at a seat asks for.

    Raises IllegalMove or StaleMove for a move that cannot be made, NotKept for what cannot be kept, and
    Denied for anything else.
    """
    is_person = table.seating.is_person(seat)
    match request:
        case Say(text=text) if is_person:
            table.say(table.seating.occupants[seat].name, text)
        case Act() | Undo() if table.paused:
            raise Denied(_PAUSED)
        case Act(move=move) if table.begun:
            table.submit(seat, prompt, move)
        case Undo() if table.begun:
            table.undo(seat)
        case Pause(on=on) if table.playing and is_person:
            table.pause(seat, on=on)
        case Again() if table.begun and not table.playing and is_person:
            table.want_another_game(seat)
        case Start() | SeatBot() | RemoveBot() | Opt() | Remove() if seat != table.seating.owner:
            raise Denied(_NOT_THE_OWNER)
        case Start():
            table.start()
        case SeatBot(seat=other, level=level) if level in LEVELS:
            table.seat_bot(other, level)
        case RemoveBot(seat=other):
            table.remove_bot(other)
        case Opt(options=options) if not table.playing:
            table.set_options(options)
        case _:
            raise Denied(NOT_NOW)
