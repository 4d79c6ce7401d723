"""TLS, without a socket."""

import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import NetError
from net.security import fingerprint
from net.tls import Tls, client_context, host_context
from tests.net.wire import OPEN

HOST = host_context(OPEN)


def ends() -> tuple[Tls, Tls]:
    """A client and a host that have agreed on keys."""
    client, host = Tls(client_context()), Tls(HOST)
    client.start()
    while not (client.ready and host.ready):
        host.receive(client.send())
        client.receive(host.send())
    return client, host


def old_fashioned() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


def test_both_ends_agree_and_the_client_sees_the_certificate_of_the_host() -> None:
    client, host = ends()
    assert fingerprint(client.certificate) == OPEN.fingerprint
    assert host.certificate == b""


@given(st.binary(max_size=40_000), st.integers(1, 20_000))
def test_what_is_sent_arrives_however_it_is_cut(data: bytes, size: int) -> None:
    client, host = ends()
    stream = client.send(data)
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert b"".join(host.receive(piece) for piece in pieces) == data


def test_a_handshake_one_byte_at_a_time() -> None:
    client, host = Tls(client_context()), Tls(HOST)
    client.start()
    while not (client.ready and host.ready):
        for end, other in ((client, host), (host, client)):
            for byte in end.send():
                other.receive(bytes([byte]))
    assert client.receive(host.send(b"welcome")) == b"welcome"


def test_a_listener_hears_nothing_of_what_is_said() -> None:
    client, _ = ends()
    assert b"7KQ2M9" not in client.send(b"7KQ2M9" * 10)


def test_nothing_is_sent_that_a_session_could_be_resumed_with() -> None:
    client, host = Tls(client_context()), Tls(HOST)
    client.start()
    host.receive(client.send())
    client.receive(host.send())
    host.receive(client.send())
    assert client.ready
    assert host.ready
    assert host.send() == b""


def test_a_closed_conversation_differs_from_a_lost_connection() -> None:
    client, host = ends()
    assert client.receive(host.send(b"bye", is_last=True)) == b"bye"
    assert client.over
    assert not host.over


@pytest.mark.parametrize(
    "noise", [b"GET / HTTP/1.1\r\n\r\n", bytes(100), b"\xff" * 100, b"\x16\x03\x01\x00\x05hello"]
)
def test_what_is_no_tls_is_told_from_a_host(noise: bytes) -> None:
    host = Tls(HOST)
    with pytest.raises(NetError) as raised:
        host.receive(noise)
    assert raised.value.code == "damaged"
    assert not host.ready


def test_an_older_version_is_refused() -> None:
    client, host = Tls(old_fashioned()), Tls(HOST)
    client.start()
    with pytest.raises(NetError) as raised:
        host.receive(client.send())
    assert raised.value.code == "damaged"


def test_keys_that_are_expensive_to_make_are_not_made_for_a_stranger() -> None:
    costly = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    costly.check_hostname = False
    costly.set_ecdh_curve("ffdhe8192")
    client, host = Tls(costly), Tls(HOST)
    client.start()
    with pytest.raises(NetError) as raised:
        host.receive(client.send())
    assert raised.value.code == "damaged"


def test_a_byte_that_was_changed_on_the_way_ends_it() -> None:
    client, host = ends()
    changed = bytearray(client.send(b"one coin"))
    changed[-1] ^= 1
    with pytest.raises(NetError):
        host.receive(bytes(changed))
    assert not host.ready
    host.send(is_last=True)
