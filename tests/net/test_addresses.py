"""Which addresses count as one."""

import pytest

from net.addresses import neighbourhood


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1:a::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "no address"),
    ],
)
def test_where_an_address_is_counted(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted
