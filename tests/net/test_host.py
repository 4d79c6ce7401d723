"""A host on a real socket, on loopback."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from net import Host, Member, NetError, Room, Summary, View, limits, peek
from net.connection import Connection
from net.messages import Ack, Forwarded, FrameDecoder, Hello, HostMessage, Move, Peek, decode, encode, frame
from net.tls import client_context
from tests.net.counter import Counter
from tests.net.wire import CODED, LOOPBACK, OPEN, Clock, Guest, Person, are_cut_off_but, hosting, until

ID = bytes(16)


async def test_fault_46_those_who_are_away_when_a_room_closes_are_told_when_they_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "RETRY_LAST", 0.01)
    monkeypatch.setattr(limits, "LINGER", 60.0)  # to Ana a second may be short, if other programs work
    counter = Counter()
    async with hosting(counter) as host:
        ana, bo = Person(host.port), Person(host.port, "Bo")
        for person in (ana, bo):
            await person.welcome()
        ana.client.send(0, b"5")
        await bo.sees(5)
        await bo.client.close()
        await until(lambda: not all(member.connected for member in host.rooms[0].members))
        counter.total = 7
        await host.close_room(host.rooms[0])
        assert await ana.end() == "host_closing"
        assert host.unaware == ["Bo"]
        with pytest.raises(NetError, match="no longer exists"):
            await peek(LOOPBACK, host.port)
        assert (await peek(LOOPBACK, host.port, bo.client.joining.room)).status == "full"
        again = Person(host.port, "Bo", token=bo.client.joining.token)
        assert await again.end() == "host_closing"
        assert [view.payload for view in again.all(View)] == [b"7"]
        await host.wait_for_unaware()
        assert host.unaware == []


@pytest.mark.limits(LINGER=0.02, FAREWELL=0.02)
async def test_fault_46_a_line_that_is_dead_at_the_end_counts_as_away_but_not_for_ever() -> None:
    async with hosting() as host:
        await Guest.joined(host)
        await host.close_room(host.rooms[0])
        assert host.unaware == ["Ana"]
        await host.wait_for_unaware()


async def test_text_from_a_host_is_made_safe_to_show() -> None:
    class Rude(Counter):
        def info(self) -> Summary:
            return Summary(
                game="\x1b[2Jg", name="n\u202e", host="Ana", computer="pc", taken=0, seats=2, status="open"
            )

    async with hosting(Rude()) as host:
        info = await peek(LOOPBACK, host.port)
        assert (info.game, info.name) == ("[2Jg", "n")


async def test_a_seat_is_given_up_when_it_was_held_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HOLD", 0.02)
    async with hosting() as host:
        guest = await Guest.joined(host)
        await guest.close()
        await until(lambda: host.rooms[0].members == ())


async def test_the_host_says_that_nothing_follows() -> None:
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.send(Peek(None))
        assert await guest.read() == host.infos()[0]
        assert await guest.read() is None
        assert guest.tls.over


async def test_any_program_that_speaks_tls_1_3_can_ask() -> None:
    async with hosting() as host:
        reader, writer = await asyncio.open_connection(LOOPBACK, host.port, ssl=client_context())
        assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
        writer.write(frame(encode(Peek(None))))
        decoder = FrameDecoder(limits.FRAME)
        decoder.feed(await reader.read())  # up to the host's close_notify
        assert [decode(payload, HostMessage) for payload in decoder] == host.infos()
        writer.close()
        await writer.wait_closed()


class Kept(Counter):
    """Keeps each move before it counts."""

    def move(self, member: Member, move: Move) -> None:
        self.room.hold_back()
        super().move(member, move)


async def test_what_a_held_room_has_to_say_waits_for_the_release() -> None:
    counter = Kept()
    async with hosting(counter) as host:
        (room,) = host.rooms
        ana = await Guest.joined(host)
        assert await ana.read() == View(0, b"0")
        ana.send(Move(ID, 0, b"5"), Move(ID[1:] + b"1", 1, b"6"))
        await until(lambda: counter.total == 11)
        assert (await peek(LOOPBACK, host.port)).game == "counter"  # only members are held up
        room.release()
        told = [await ana.read() for _ in range(3)]
        assert told == [Ack(ID), Ack(ID[1:] + b"1"), View(2, b"11", ID[1:] + b"1")]


@asynccontextmanager
async def hosting_two() -> AsyncIterator[tuple[Host, Counter, Counter]]:
    """A host with a room of one seat, and one of two."""
    counters = Counter(seats=1), Counter(seats=2)
    for counter in counters:
        counter.room = Room(counter, program="test 1")
    host = Host([counter.room for counter in counters], OPEN)
    await host.start(LOOPBACK)
    try:
        yield host, *counters
    finally:
        await host.close()


async def test_each_room_answers_a_peek_and_without_an_id_the_first_with_an_open_seat() -> None:
    async with hosting_two() as (host, one, two):
        assert await peek(LOOPBACK, host.port) == host.infos()[0]
        assert await peek(LOOPBACK, host.port, two.room.id) == host.infos()[1]
        guest = await Guest.connect(host)
        assert (await guest.join()).room == one.room.id
        assert await peek(LOOPBACK, host.port) == host.infos()[1]
        await guest.close()


async def test_newcomers_take_the_room_they_ask_for_or_the_first_with_a_place() -> None:
    async with hosting_two() as (host, one, two):
        people = []
        for wanted, given in ((two, two), (None, one), (None, two)):
            people.append(Person(host.port, room=wanted.room.id if wanted else None))
            assert (await people[-1].welcome()).room == given.room.id
        assert await Person(host.port).end() == "room_full"
        for person in people:
            await person.client.close()


async def test_a_token_leads_to_its_room() -> None:
    async with hosting_two() as (host, _, two):
        there = await Person.seated(host, "Bo", room=two.room.id)
        elsewhere = Person(host.port, token=there.client.joining.token)
        assert (await elsewhere.welcome()).room == two.room.id
        assert await there.end() == "superseded"
        await elsewhere.client.close()


async def test_a_newcomer_without_a_welcome_returns_to_its_room_though_another_has_a_place_now() -> None:
    async with hosting_two() as (host, one, two):
        one.seats = 0
        guest = await Guest.connect(host)
        assert (await guest.join(token=bytes(32), new=True)).room == two.room.id
        await guest.close()
        one.seats = 1
        again = await Guest.connect(host)
        assert (await again.join(token=bytes(32), new=True)).room == two.room.id
        assert (len(one.room.members), len(two.room.members)) == (0, 1)
        await again.close()


async def test_an_application_that_fails_does_not_take_the_other_room_down() -> None:
    async with hosting_two() as (host, one, two):
        for broken in ("open_seats", "info"):
            setattr(one, broken, lambda: 1 / 0)
        assert (await peek(LOOPBACK, host.port)).room == two.room.id
        ana = Person(host.port)
        assert (await ana.welcome()).room == two.room.id
        assert await Person(host.port, room=one.room.id).end() == "internal"
        assert one.room.members == ()
        await ana.client.close()


async def test_a_room_that_is_closed_tells_its_own_members_and_leaves_the_others_alone() -> None:
    async with hosting_two() as (host, one, two):
        ana, bo = Person(host.port, "Ana", room=one.room.id), Person(host.port, "Bo", room=two.room.id)
        await ana.welcome()
        await bo.welcome()
        await host.close_room(one.room)
        assert await ana.end() == "host_closing"
        with pytest.raises(NetError, match="no longer exists"):
            await peek(LOOPBACK, host.port, one.room.id)
        assert await peek(LOOPBACK, host.port) == host.infos()[0] == host.info(two.room)
        bo.client.send(0, b"5")
        await bo.sees(5)
        await bo.client.close()


def gateway(host: Host, address: str) -> Forwarded:
    return Forwarded(host.admit_gateway(), address)


async def test_a_gateway_says_which_address_each_of_its_connections_is_for() -> None:
    async with hosting(identity=CODED) as host:
        for address in ("10.0.0.7", "2001:db8::1"):
            person = Person(
                host.port, code=CODED.code, certificate=CODED.fingerprint, forwarded=gateway(host, address)
            )
            await person.welcome()
        addresses = [member.address for member in host.rooms[0].members]
        assert addresses == ["10.0.0.7", "2001:db8::1"]
        host.rooms[0].bar(host.rooms[0].members[0])
        assert "address 10.0.0.7" in host.rooms[0].barred


async def test_wrong_codes_through_a_gateway_count_for_the_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_CODES_AGAIN", 1)  # the second of one address waits
    async with hosting(identity=CODED) as host:

        async def guesses(address: str) -> Guest:
            guest = await Guest.connect(host)
            guest.send(gateway(host, address), Hello("guest 1", 1))
            await guest.answer("000000")
            return guest

        assert await (await guesses("10.0.0.7")).farewell() == "bad_code"
        again = await guesses("10.0.0.7")
        assert await (await guesses("10.0.0.8")).farewell() == "bad_code"
        await host.close()
        assert await again.farewell() == "host_closing"


async def test_the_guests_of_a_gateway_do_not_push_each_other_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES_FROM_ONE_ADDRESS", 2)
    async with hosting() as host:
        host.admit_gateway()
        guests = [await Guest.connect(host) for _ in range(4)]
        for number, guest in enumerate(guests):
            guest.send(gateway(host, f"10.0.0.{number}"), Peek(None))
            assert await guest.read() == host.infos()[0]
        crowd = [await Guest.connect(host) for _ in range(3)]
        for guest in crowd:
            guest.send(gateway(host, "10.0.0.9"))
        assert await crowd[0].farewell() == "crowded"


@pytest.mark.parametrize("is_admitted", [False, True])
async def test_only_a_gateway_with_the_secret_of_the_host_may_speak_for_others(*, is_admitted: bool) -> None:
    async with hosting() as host:
        secret = bytes(32)
        if is_admitted:
            host.admit_gateway()
        else:
            secret = host.identity.gateway_secret
        guest = await Guest.connect(host)
        guest.send(Forwarded(secret, "10.0.0.7"))
        assert await guest.farewell() == "unexpected"


async def test_no_host_with_another_certificate_gets_the_secret_of_a_gateway() -> None:
    async with hosting() as host:
        host.admit_gateway()
        for certificate in (CODED.fingerprint, None):
            person = Person(host.port, certificate=certificate, forwarded=Forwarded(bytes(32), "10.0.0.7"))
            if certificate:
                assert await person.end() == "impostor"
            else:  # it was never sent, or the host would have said that it is wrong
                await person.welcome()
            await person.client.close()


async def test_a_guest_that_stays_after_goodbye_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINGER", 0.02)
    async with hosting() as host:
        guest = await Guest.connect(host)
        guest.send(Peek(None))
        await guest.is_cut_off()


async def test_a_member_that_falls_silent_is_lost() -> None:
    clock, counter = Clock(), Counter()
    async with hosting(counter) as host:
        guest = await Guest.joined(host)
        clock.put_ahead(limits.SILENCE)
        await peek(LOOPBACK, host.port)  # so the host has had the time to notice
        assert ("lost", "Ana") in counter.news
        assert await guest.farewell() == "dead_peer"


async def test_connections_that_are_gone_push_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES", 8)
    async with hosting() as host:
        first = await Guest.connect(host)
        for _ in range(20):
            assert await peek(LOOPBACK, host.port) == host.infos()[0]
        first.send(Peek(None))
        assert await first.read() == host.infos()[0]


async def test_those_who_guess_make_way_for_those_who_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES", 2)
    async with hosting(identity=CODED) as host:
        guesser = await Guest.connect(host, source="127.0.0.2")
        assert await guesser.authenticate("000000" if CODED.code != "000000" else "111111")
        await guesser.close()
        newcomer = await Guest.connect(host)
        await are_cut_off_but(1, [await Guest.knock(host.port, source="127.0.0.2") for _ in range(5)])
        assert await newcomer.authenticate(CODED.code or "") is not None


async def test_a_view_that_cannot_be_made_ends_the_connection_and_not_the_host() -> None:
    class Broken(Counter):
        def view(self, member: Member, *, first: bool) -> View:
            if member.seat == 0:
                raise ZeroDivisionError
            return View(0, b"")

    async with hosting(Broken()) as host:
        first, second = await Guest.connect(host), await Guest.connect(host)
        await first.join()
        assert await first.farewell() == "internal"
        await second.join()
        assert await second.read() == View(0, b"")
        await second.close()


async def test_no_view_is_made_for_a_connection_that_can_send_none() -> None:
    class Watched(Counter):
        made = 0

        def view(self, member: Member, *, first: bool) -> View:
            self.made += 1
            return super().view(member, first=first)

    counter = Watched()
    async with hosting(counter) as host:
        guest = await Guest.joined(host)
        await guest.read()
        (member,), before = counter.room.members, counter.made
        connection = member.connection
        assert isinstance(connection, Connection)
        counter.room.changed(member)
        connection.abort()
        await until(lambda: not member.connected)
        connection.flush()
        assert counter.made == before


async def test_a_port_in_use() -> None:
    async with hosting() as host:
        with pytest.raises(NetError, match=f"Port {host.port} is in use"):
            await Host(host.rooms, OPEN).start(LOOPBACK, host.port)


@pytest.mark.parametrize(
    ("bind", "port"),
    [("192.0.2.77", 0), pytest.param("é" * 70, 0, id="no name"), (LOOPBACK, 70_000), ("::2", 0)],
)
async def test_an_address_that_is_not_ours(bind: str, port: int) -> None:
    with pytest.raises(NetError) as raised:
        await Host([Room(Counter(), program="test 1")], OPEN).start(bind, port)
    assert raised.value.code == "cannot_listen"


async def test_a_host_that_never_starts_gives_its_port_back() -> None:
    host = Host([Room(Counter(), program="test 1")], OPEN)
    host.take_port(LOOPBACK)
    await host.close()
    with pytest.raises(NetError, match="Nobody is hosting"):
        await peek(LOOPBACK, host.port)


async def test_every_interface_is_one_port_for_both_kinds_of_address() -> None:
    host = Host([Room(Counter(), program="test 1")], OPEN)
    await host.start()
    addresses = [LOOPBACK, "::1"] if socket.has_dualstack_ipv6() else [LOOPBACK]
    for address in addresses:
        assert (await peek(address, host.port)).game == "counter"
    await host.close()


# Anything at all
