"""The journal that a host writes, and the table that is resumed from it."""

import asyncio
import errno
import fcntl
import os
import resource
import secrets
import stat
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from luckytui.address import Address
from luckytui.cli import run
from luckytui.client import saved_seats
from luckytui.client.saved_seats import SavedSeat
from luckytui.games import GAMES
from luckytui.games.interface import Game
from luckytui.games.lucky_numbers.rules import LuckyNumbersOptions
from luckytui.host import journal as files
from luckytui.host.journal import Journal, new_tables
from luckytui.host.journal_format import Header, JournalContents, JournalError, JournalLine, encode_line
from luckytui.host.saved_tables import look_into, path_of, reopen, saved_tables
from luckytui.system.state_folder import put_aside
from luckytui.table import seating
from luckytui.table.journal_entries import Admitting, Moved, NotKept, Seated
from luckytui.table.payloads import encode
from luckytui.table.record import read, snapshots, write
from luckytui.table.requests import Act, Again, Opt, SeatBot, Start
from luckytui.table.spec import choice_of
from luckytui.table.views import MatchView, Occupant, TableView
from net import Ack, NetError
from net.messages import Move
from tests.host.tables import IDENTITY, OWNER, TOKEN, Guest, HostedTable, setup
from tests.table.evening import lasting

SAT = JournalLine(Seated(1, Occupant(kind="person", name="Ben")), person="ab" * 32)
SAT_TOO = JournalLine(Seated(0, Occupant(kind="person", name="Ana")), person="cd" * 32)


@pytest.fixture(autouse=True)
def folder(own_state: Path) -> Path:
    """Where the journals of a test are."""
    return own_state / "luckytui" / "tables"


def header(*, owned: bool = False, **changes: Any) -> Header:
    owner = OWNER if owned else None
    return Header(table=setup(**changes), identity=IDENTITY, bind="127.0.0.1", port=5825, owner=owner)


class KeptTable(HostedTable):
    """A table with a journal, on which a host may be killed at any time."""

    def __init__(self, *, owned: bool = False, **changes: Any) -> None:
        super().__init__(Journal.new(header(owned=owned, **changes)))

    async def __aenter__(self) -> "KeptTable":
        await self.journal.open(5825)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.application.close()
        await self.journal.close(remove=False)

    def remains(self, cut: int = 0) -> Path:
        """What would be left of the journal if the host were killed now, `cut` bytes shorter."""
        return copied(self.journal.path, cut)


def copied(journal: Path, cut: int = 0) -> Path:
    """A copy in a folder of its own, `cut` bytes shorter."""
    folder = journal.parent.parent / secrets.token_hex(8)
    folder.mkdir()
    content = journal.read_bytes()
    (folder / journal.name).write_bytes(content[: len(content) - cut])
    return folder / journal.name


class ReopenedTable(KeptTable):
    """A table that came back."""

    @classmethod
    async def of(cls, remains: Path) -> "ReopenedTable":
        (journal,) = await reopen(remains)
        table = cls.__new__(cls)
        HostedTable.__init__(table, journal)
        table.application.table.close()  # nothing moves by itself while we look
        return table

    def back(self, guest: Guest) -> Guest:
        """Let somebody come back to the seat from before."""
        return Guest(self, "", token=guest.token)


def look(table_view: TableView) -> TableView:
    """What is seen of a game that a restart keeps."""
    return replace(lasting(table_view), occupants=tuple(map(seating.lasting, table_view.occupants)))


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def play_of(guest: Guest) -> MatchView:
    return guest.table_view.match


def act(guest: Guest) -> None:
    """Make the first move that is allowed."""
    play = play_of(guest)
    assert guest.ask(Act(play.moves[0]), play.prompt) is None


def act_all(*guests: Guest) -> None:
    """Everybody who is asked makes a move."""
    for guest in guests:
        if play_of(guest).prompt:
            act(guest)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_table_comes_back_as_it_was_after_each_move(game: Game) -> None:
    async with KeptTable(game=game.key, options=game.options(), seats=3, bots=1, levels=("easy",)) as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        for _ in range(12):
            act_all(ana, ben)
            await asyncio.sleep(0.001)  # the bot moves as well
            await table.journal.safe()
            before, remains = [look(guest.table_view) for guest in (ana, ben)], table.remains()
            async with await ReopenedTable.of(remains) as again:
                returned = [again.back(guest) for guest in (ana, ben)]
                assert [look(guest.table_view) for guest in returned] == before
                assert [guest.member.name for guest in returned] == ["Ana", "Ben"]


async def test_a_resumed_host_is_the_same_host() -> None:
    async with KeptTable(owned=True) as table:
        table.join("Ana", token=TOKEN)
        (journal,) = await reopen(table.remains())
    assert msgspec.json.encode(journal.header) == msgspec.json.encode(table.journal.header)
    assert journal.header.identity == IDENTITY


async def test_the_owner_is_the_owner_of_a_resumed_table() -> None:
    async with KeptTable(owned=True, seats=3) as table:
        ana, ben = table.join("Ana", token=TOKEN), table.join("Ben")
        ana.ask(SeatBot(seat=2, level="easy"))
        async with await ReopenedTable.of(table.remains()) as again:
            again.back(ben)
            owner = again.back(ana)
            assert owner.table_view.owner
            assert owner.ask(Start()) is None
            assert [occupant.level for occupant in owner.table_view.occupants] == ["", "", "easy"]


async def test_seats_are_kept_for_their_players_and_for_nobody_else() -> None:
    async with KeptTable() as table:
        ana = table.join("Ana")
        async with await ReopenedTable.of(table.remains()) as again:
            assert [(member.name, member.connected) for member in again.room.members] == [("Ana", False)]
            assert again.join("Ben").member.seat == 1
            with pytest.raises(NetError, match="Every seat here is taken"):
                again.join("Cem")
            with pytest.raises(NetError, match="was given up"):
                again.join("Cem", token=bytes(32))
            assert again.back(ana).member.seat == 0


async def test_the_seat_of_a_player_who_left_is_not_kept() -> None:
    async with KeptTable(seats=3) as table:
        table.join("Ana").leave()
        ben = table.join("Ben")
        assert ben.member.seat == 0
        async with await ReopenedTable.of(table.remains()) as again:
            assert [member.name for member in again.room.members] == ["Ben"]


async def test_a_move_that_was_acknowledged_is_acknowledged_again_and_made_once() -> None:
    async with KeptTable(bots=0) as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        play = play_of(ana)
        move = Move(secrets.token_bytes(16), play.prompt, encode(Act(play.moves[0])))
        assert isinstance(table.room.move(ana.member, move), Ack)
        async with await ReopenedTable.of(table.remains()) as again:
            returned = again.back(ana)
            before = look(returned.table_view)
            assert isinstance(again.room.move(returned.member, move), Ack)
            assert look(returned.table_view) == before == look(ana.table_view)
            assert look(again.back(ben).table_view) == look(ben.table_view)


async def test_a_move_that_was_not_kept_is_made_when_it_comes_again() -> None:
    async with KeptTable() as table:
        ana, _ben = table.join("Ana"), table.join("Ben")
        play = play_of(ana)
        remains = table.remains()
        move = Move(secrets.token_bytes(16), play.prompt, encode(Act(play.moves[0])))
        assert isinstance(table.room.move(ana.member, move), Ack)
        async with await ReopenedTable.of(remains) as again:
            returned = again.back(ana)
            assert isinstance(again.room.move(returned.member, move), Ack)
            assert look(returned.table_view) == look(ana.table_view)


async def test_the_options_of_the_next_game_are_kept() -> None:
    async with KeptTable(owned=True) as table:
        ana = table.join("Ana", token=TOKEN)
        options = LuckyNumbersOptions(setup="free")
        assert ana.ask(Opt(choice_of(options))) is None
        await table.journal.safe()
        async with await ReopenedTable.of(table.remains()) as again:
            assert again.back(ana).table_view.options == options


async def test_answers_of_the_game_before_outlive_a_new_game() -> None:
    async with KeptTable() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        last: dict[Guest, Move] = {}
        while not table.records:
            for guest in (ana, ben):
                if play_of(guest).prompt:
                    play = play_of(guest)
                    last[guest] = Move(secrets.token_bytes(16), play.prompt, encode(Act(play.moves[0])))
                    assert isinstance(table.room.move(guest.member, last[guest]), Ack)
        (record,) = table.records
        assert len(list(snapshots(next(read(write(record)))))) > 0
        for guest in (ana, ben):
            guest.ask(Again())
        assert not table.records[1:]
        await table.journal.safe()
        assert not any(isinstance(line.entry, Moved) for line in table.journal.contents.lines())
        async with await ReopenedTable.of(table.remains()) as again:
            for guest, move in last.items():
                returned = again.back(guest)
                assert isinstance(again.room.move(returned.member, move), Ack)
                assert look(returned.table_view) == look(guest.table_view)


async def some_lines() -> KeptTable:
    table = await KeptTable().__aenter__()
    ana, ben = table.join("Ana"), table.join("Ben")
    await table.journal.safe()
    for _ in range(3):
        act_all(ana, ben)
    table.application.close()
    await table.journal.safe()
    return table


async def test_a_last_line_torn_anywhere_is_left_out() -> None:
    table = await some_lines()
    whole = look_into(table.remains()).contents.lines()
    torn = table.journal.path.read_bytes().splitlines(keepends=True)[-1]
    last = max(number for number, line in enumerate(whole) if isinstance(line.entry, Moved))
    for cut in range(1, len(torn) + 1):
        left = look_into(table.remains(cut)).contents.lines()
        assert [line.entry for line in left] == [line.entry for line in whole[:last] + whole[last + 1 :]]


@pytest.mark.parametrize("garbage", [b"\0" * 512, b"00000000 {}\n", b"x" * 90 + b"\n\n\n"], ids=range(3))
async def test_garbage_at_the_end_is_left_out(garbage: bytes) -> None:
    table = await some_lines()
    remains = table.remains()
    with remains.open("ab") as file:
        file.write(garbage)
    assert len(look_into(remains).contents.lines()) == len(table.journal.contents.lines())
    async with await ReopenedTable.of(remains) as again:
        assert garbage not in again.journal.path.read_bytes()


async def test_what_follows_a_page_that_never_reached_the_disk_is_left_out() -> None:
    table = await some_lines()
    remains = table.remains()
    content = remains.read_bytes()
    waiting = encode_line(replace(SAT, waiting=True))
    with remains.open("ab") as file:  # what was never confirmed, and of which the second page came first
        file.write(bytes(512 - len(content) % 512) + waiting)
    assert len(look_into(remains).contents.lines()) == len(table.journal.contents.lines())


@pytest.mark.parametrize("damage", [b"\0", b"\0" * 64])
async def test_zeros_in_the_middle_are_damage_and_not_the_end_of_the_journal(damage: bytes) -> None:
    table = await some_lines()
    remains = table.remains()
    whole = remains.read_bytes()
    for place in range(0, whole.rindex(b"\n", 0, -1) - len(damage), 7):
        content = whole[:place] + damage + whole[place + len(damage) :]
        remains.write_bytes(content)
        if (place + len(damage)) % 512:  # else it may be a page that was lost
            with pytest.raises(JournalError, match="is damaged in line"):
                await reopen(remains)
        assert remains.read_bytes() == content


async def test_a_page_of_zeros_is_damage_where_what_follows_did_not_wait_for_it() -> None:
    table = await some_lines()
    remains = table.remains()
    with remains.open("ab") as file:
        file.write(bytes(512 - len(remains.read_bytes()) % 512) + encode_line(SAT))
    with pytest.raises(JournalError, match="is damaged in line"):
        look_into(remains)


async def test_a_line_says_whether_those_before_it_were_safe() -> None:
    journal = Journal.new(header())
    await journal.open(5825)
    journal.keep(SAT, SAT_TOO)
    journal.keep(SAT)
    await journal.safe()
    journal.keep(SAT_TOO)
    await journal.safe()
    lines = journal.path.read_bytes().splitlines()[1:]
    assert [b'"waiting":true' in line for line in lines] == [False, True, True, False]
    await journal.close(remove=True)


async def test_damage_in_the_middle_is_reported_and_the_journal_stays() -> None:
    table = await some_lines()
    remains = table.remains()
    lines = remains.read_bytes().splitlines(keepends=True)
    for number in range(len(lines) - 1):
        damaged = lines[number].replace(b'"', b"'", 1)
        remains.write_bytes(b"".join([*lines[:number], damaged, *lines[number + 1 :]]))
        content = remains.read_bytes()
        with pytest.raises(JournalError, match=f"is damaged in line {number + 1}"):
            await reopen(remains)
        assert remains.read_bytes() == content


def checked(told: bytes) -> bytes:
    return b"%08x %b\n" % (zlib.crc32(told), told)


async def test_a_journal_that_is_not_ours_to_read() -> None:
    table = await some_lines()
    remains = table.remains()
    first, *rest = remains.read_bytes().splitlines(keepends=True)
    told = first.rstrip()[9:]
    for old, new, sentence in (
        (b'"format":1', b'"format":2', "which is newer than this"),
        (b'"lucky-numbers"', b'"chess"', "is not known here: chess"),
        (b'"seats":2', b'"chairs":2', "does not follow the rules"),
        (b'"bruno":false', b'"bruno":7', "does not follow the rules"),
    ):
        assert old in told
        remains.write_bytes(checked(told.replace(old, new)) + b"".join(rest))
        with pytest.raises(JournalError, match=sentence):
            await reopen(remains)
        assert remains.exists()


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe\n", b"hello\n", checked(b"[]"), checked(b"{}")])
def test_a_file_that_is_no_journal(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.journal"
    file.write_bytes(content)
    with pytest.raises(JournalError, match=r"x\.journal"):
        look_into(file)


def test_a_table_is_named_by_its_room_or_by_a_file(folder: Path) -> None:
    assert path_of("0123456789abcdef") == folder / "0123456789abcdef.journal"
    assert path_of("./kitchen") == Path("kitchen")
    assert path_of("kitchen.journal") == Path("kitchen.journal")


async def test_the_journal_of_a_host_that_runs_is_not_touched() -> None:
    async with KeptTable() as table:
        content = table.journal.path.read_bytes()
        with pytest.raises(JournalError, match=r"is still running\. Go back to it: .* 127\.0\.0\.1:5825"):
            await reopen(table.journal.path)
        assert saved_tables(running=False) == []
        assert [found.path for found in saved_tables(running=True)] == [table.journal.path]
        assert table.journal.path.read_bytes() == content


async def test_resume_says_that_the_table_is_running_and_how_to_join_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    async with KeptTable(owned=True) as table:
        seat = SavedSeat(
            room=table.room.id,
            name="Ana",
            address=Address("127.0.0.1", 5825),
            token=TOKEN,
            certificate=b"",
            code=None,
        )
        saved_seats.keep(seat)
        assert await asyncio.to_thread(run, ["host", "--resume"]) == 1
    assert capsys.readouterr().err == (
        "luckytui: The host of “kitchen table” is still running."
        " Go back to it: luckytui join 127.0.0.1:5825\n"
    )


async def test_unfinished_tables_are_found_with_their_players() -> None:
    assert saved_tables(running=False) == []
    table = await some_lines()
    await table.journal.close(remove=False)
    (remains,) = saved_tables(running=False)
    assert (remains.path, remains.header.table.rules) == (table.journal.path, table.game)
    assert remains.players == ("Ana", "Ben")
    assert abs(remains.when.timestamp() - time.time()) < 3600
    table.journal.path.write_bytes(b"broken")
    assert saved_tables(running=False) == []


async def test_a_host_of_new_tables_puts_those_of_a_month_ago_aside(folder: Path) -> None:
    closed, served = await some_lines(), await some_lines()
    await closed.journal.close(remove=False)
    long_ago = time.time() - 31 * 24 * 3600
    for path in (closed.journal.path, served.journal.path):
        os.utime(path, (long_ago, long_ago))
    assert [table.path for table in saved_tables(running=False)] == [closed.journal.path], "looking is safe"
    await new_tables([setup()], bind=None, port=None)
    assert names_in(folder) == [served.journal.path.name]
    assert [path.name for path in put_aside("tables")] == [closed.journal.path.name]


@pytest.mark.parametrize("removed", ["file", "replaced", "folder"])
async def test_a_journal_that_is_removed_under_its_host_is_written_again(removed: str, folder: Path) -> None:
    async with KeptTable() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        await table.journal.safe()
        table.journal.path.unlink()
        if removed == "replaced":
            table.journal.path.write_bytes(b"something else")
        elif removed == "folder":
            folder.rmdir()  # noqa: ASYNC240 - nobody waits
        act_all(ana, ben)
        await table.journal.safe()
        if removed == "folder":
            assert table.journal.has_failed
            assert table.closing.is_set()
            return
        async with await ReopenedTable.of(table.remains()) as again:
            assert look(again.back(ana).table_view) == look(ana.table_view)


async def test_tables_are_listed_without_taking_them(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await some_lines()
    await table.journal.close(remove=False)
    asked: list[int] = []
    monkeypatch.setattr(fcntl, "flock", lambda _file, how: asked.append(how))
    assert len(saved_tables(running=False)) == 1
    assert asked == [fcntl.LOCK_SH | fcntl.LOCK_NB]


async def test_on_a_read_only_disk_a_table_is_listed_but_not_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await some_lines()
    await table.journal.close(remove=False)
    open_ = os.open

    def refuse(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return open_(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", refuse)
    assert [each.path for each in saved_tables(running=False)] == [table.journal.path]
    with pytest.raises(JournalError, match=r"cannot be saved in .*: Read-only file system"):
        await reopen(table.journal.path)


async def test_a_link_to_a_journal_stays_a_link(tmp_path: Path) -> None:
    table = await some_lines()
    await table.journal.close(remove=False)
    link = tmp_path / "kitchen.journal"
    link.symlink_to(table.journal.path)
    (journal,) = await reopen(link)
    await journal.open(5825)
    await journal.close(remove=False)
    assert link.is_symlink()
    assert look_into(link).header.room == table.journal.header.room


async def test_a_table_that_closes_in_good_order_removes_its_journal(folder: Path) -> None:
    table = await some_lines()
    await table.journal.close(remove=True)
    assert names_in(folder) == []


async def test_nobody_else_may_read_a_journal(folder: Path) -> None:
    async with KeptTable() as table:
        for path, mode in ((table.journal.path, 0o600), (folder, 0o700)):
            assert mode_of(path) == mode


async def test_a_journal_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.new(header())
    await journal.open(5825)
    for _ in range(30):
        for _ in range(100):
            journal.keep(SAT)
        await journal.safe()
    assert len(journal.path.read_bytes().splitlines()) < 1000
    assert len(look_into(copied(journal.path)).contents.lines()) == 1
    monkeypatch.setattr(files, "LARGEST", journal.path.stat().st_size + 10)
    with pytest.raises(NotKept, match="has become too long"):
        journal.keep(SAT)


def test_each_answer_is_in_a_journal_once_however_often_it_is_rewritten() -> None:
    key, request = "cd" * 32, "ef" * 16
    locked = JournalLine(Admitting(None, locked=True), by=key, requests=(request,))
    contents = JournalContents([SAT, SAT_TOO, locked])
    for _ in range(3):
        contents = JournalContents(contents.lines())
    assert [line.requests for line in contents.lines() if line.requests] == [(request,)]
    assert contents.admitting(None).locked


async def test_nothing_is_sent_before_it_is_safe_and_all_that_comes_meanwhile_is_saved_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened: list[str] = []
    go_on = threading.Event()
    loop, saving = asyncio.get_running_loop(), asyncio.Event()

    def sync(_file: int) -> None:
        happened.append("saving")
        loop.call_soon_threadsafe(saving.set)
        go_on.wait()
        happened.append("saved")

    journal = Journal.new(header())
    await journal.open(5825)
    monkeypatch.setattr(files, "sync", sync)
    journal.guard(
        hold_back=lambda: happened.append("hold"),
        release=lambda: happened.append("release"),
        failed=lambda: happened.append("failed"),
    )
    journal.keep(SAT)
    journal.keep(SAT)
    await saving.wait()
    for _ in range(5):
        journal.keep(SAT)
    go_on.set()
    await journal.safe()
    assert [what for what in happened if what != "hold"] == ["saving", "saved", "saving", "saved", "release"]
    assert happened[0] == "hold"


async def test_what_was_not_saved_is_never_called_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, saving, go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def sync(_file: int) -> None:
        loop.call_soon_threadsafe(saving.set)
        go_on.wait()

    journal = Journal.new(header())
    await journal.open(5825)
    monkeypatch.setattr(files, "sync", sync)
    journal.keep(SAT)
    await saving.wait()
    waiting = asyncio.create_task(journal.safe())
    ending = asyncio.all_tasks() - {waiting, asyncio.current_task()}
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    go_on.set()


async def test_a_disk_that_fails_closes_the_table_and_nothing_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sync(_file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    async with KeptTable() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        await table.journal.safe()
        monkeypatch.setattr(files, "sync", sync)
        act(ana)
        await table.journal.safe()
        assert table.journal.has_failed
        assert table.closing.is_set()
        assert ben.is_held_back
        assert "disk has failed" in str(ana.ask(Act(play_of(ana).moves[0]), play_of(ana).prompt))
        assert table.journal.path.exists()


async def test_several_journals_are_saved_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    both_are_there = threading.Barrier(2, timeout=30.0)
    monkeypatch.setattr(files, "sync", lambda _file: both_are_there.wait())
    journals = [Journal.new(header()) for _ in range(2)]
    await asyncio.gather(*(journal.open(5825) for journal in journals))
    for journal in journals:
        await journal.close(remove=True)


class PowerCut:
    """Knows what would be on the disk after a power cut: only what was synced, under names that were."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._contents: dict[int, bytes] = {}

    def sync(self, file: int) -> None:
        """What fsync is asked to do."""
        status = os.fstat(file)
        if stat.S_ISDIR(status.st_mode):
            self._names = {entry.name: entry.inode() for entry in os.scandir(file)}
        else:
            self._contents[status.st_ino] = os.pread(file, status.st_size, 0)

    def leaves(self, journal: Path) -> Path:
        """A copy of what would be left of a journal."""
        folder = journal.parent.parent / secrets.token_hex(8)
        folder.mkdir()
        if journal.name in self._names:
            (folder / journal.name).write_bytes(self._contents.get(self._names[journal.name], b""))
        return folder / journal.name


@pytest.fixture
def full_disk() -> Iterator[Callable[[Path, int], None]]:
    """Lets files become no longer than one is now, and a few bytes."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(path: Path, left: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + left, unlimited[1]))

    yield fill
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)


@pytest.mark.parametrize("left", [0, 30])
async def test_fault_31_on_a_full_disk_a_move_is_refused_and_nothing_has_changed(
    left: int, full_disk: Callable[[Path, int], None]
) -> None:
    async with KeptTable() as table:
        ana, ben = table.join("Ana"), table.join("Ben")
        act_all(ana, ben)
        await table.journal.safe()
        content, before = table.journal.path.read_bytes(), [look(ana.table_view), look(ben.table_view)]
        kept = table.journal.contents.lines()
        mover = next(guest for guest in (ana, ben) if play_of(guest).prompt)
        move = Act(play_of(mover).moves[0])
        full_disk(table.journal.path, left)
        refusal = str(mover.ask(move, play_of(mover).prompt))
        assert refusal.startswith("The host cannot write to its disk: File too large. Free some space there")
        assert [look(ana.table_view), look(ben.table_view)] == before
        assert table.journal.path.read_bytes() == content
        assert table.journal.contents.lines() == kept, "or it would be written later"
        full_disk(table.journal.path, 1_000_000)
        act(mover)
        async with await ReopenedTable.of(table.remains()) as again:
            assert look(again.back(mover).table_view) == look(mover.table_view)


async def test_half_a_line_that_cannot_be_cut_off_closes_the_table(
    full_disk: Callable[[Path, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(_file: int, _length: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    async with KeptTable() as table:
        ana, _ben = table.join("Ana"), table.join("Ben")
        await table.journal.safe()
        lines = len(look_into(table.remains()).contents.lines())
        full_disk(table.journal.path, 30)
        monkeypatch.setattr(os, "ftruncate", cut_off)
        assert "disk has failed" in str(ana.ask(Act(play_of(ana).moves[0]), play_of(ana).prompt))
        assert table.closing.is_set()
        full_disk(table.journal.path, 1_000_000)
        assert len(look_into(table.remains()).contents.lines()) == lines


async def test_on_a_full_disk_a_journal_stays(full_disk: Callable[[Path, int], None], folder: Path) -> None:
    table = await some_lines()
    await table.journal.close(remove=False)
    content = table.journal.path.read_bytes()
    full_disk(table.journal.path, -len(content) // 2)
    (journal,) = await reopen(table.journal.path)
    with pytest.raises(JournalError, match="The table cannot be saved in"):
        await journal.open(5826)
    await journal.close(remove=False)
    assert journal.path.read_bytes() == content
    assert names_in(folder) == [journal.path.name]


async def test_a_disk_too_full_to_rewrite_a_journal_keeps_the_long_one(
    full_disk: Callable[[Path, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_GROWTH", -10_000)  # at once
    journal = Journal.new(header())
    await journal.open(5825)
    for _ in range(8):
        journal.keep(SAT)
    full_disk(journal.path, 100 - journal.path.stat().st_size)
    await journal.safe()
    full_disk(journal.path, 1_000_000)
    assert not journal.has_failed
    assert look_into(copied(journal.path)).contents.lines() == [SAT]
    assert journal.path.read_bytes().count(b"\n") == 9
    await journal.close(remove=False)


async def test_a_player_who_sat_down_while_the_disk_was_full_is_kept_later(
    full_disk: Callable[[Path, int], None],
) -> None:
    async with KeptTable(owned=True, seats=3) as table:
        ana = table.join("Ana", token=TOKEN)
        await table.journal.safe()
        full_disk(table.journal.path, 0)
        ben = table.join("Ben")
        full_disk(table.journal.path, 1_000_000)
        ana.ask(SeatBot(seat=2, level="easy"))
        async with await ReopenedTable.of(table.remains()) as again:
            assert again.back(ben).member.seat == 1


def test_where_nothing_is_kept_no_table_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(JournalError, match=r"^The table cannot be saved in .*: Not a directory\."):
        Journal.new(header())
