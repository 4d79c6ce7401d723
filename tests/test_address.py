"""Addresses as people write them."""

import pytest

from luckytui.address import DEFAULT_PORT, Address, interfaces, own_address, parse
from luckytui.text import UserError


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", Address("192.168.1.5", DEFAULT_PORT)),
        ("192.168.1.5:7000", Address("192.168.1.5", 7000)),
        (" laptop.local:7000\n", Address("laptop.local", 7000)),
        ("laptop", Address("laptop", DEFAULT_PORT)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("[::1]", Address("::1", DEFAULT_PORT)),
        ("[fe80::1%eth0]:7000", Address("fe80::1%eth0", 7000)),
    ],
)
def test_what_an_address_means(text: str, address: Address) -> None:
    assert parse(text) == address
    assert parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", ":7000", "laptop:", "laptop:0", "laptop:65536", "laptop:-1", "laptop:x", "laptop:７000"),
        *("[::1", "[::1]7000", "[]:7000", "[]", "two words:7000", "two words"),
    ],
)
def test_what_is_not_an_address(text: str) -> None:
    with pytest.raises(UserError, match="not an address"):
        parse(text)


def test_where_to_look_for_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUCKYTUI_INTERFACES", "127.0.0.1, 10.0.0.2,")
    assert interfaces() == ("127.0.0.1", "10.0.0.2")
    assert own_address() == "127.0.0.1", "where tables are announced, others join"
    monkeypatch.delenv("LUCKYTUI_INTERFACES")
    assert interfaces() is None
