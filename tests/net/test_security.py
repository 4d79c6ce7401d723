"""Certificates, codes and proofs."""

import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import Identity, NetError, read_code, write_code
from net.security import fingerprint

CODES = st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=6, max_size=6)


def test_every_host_is_somebody_else() -> None:
    one, other = Identity.new(open=False), Identity.new(open=False)
    assert one.fingerprint != other.fingerprint
    assert one.code
    assert one.code != other.code
    assert read_code(one.code) == one.code


def test_an_open_host_has_no_code() -> None:
    assert Identity.new(open=True).code is None


def test_the_fingerprint_is_that_of_the_certificate() -> None:
    identity = Identity.new(open=True)
    der = ssl.PEM_cert_to_DER_cert(identity.certificate.decode())
    assert identity.fingerprint == fingerprint(der)
    assert len(identity.fingerprint) == 32


def test_an_identity_that_is_logged_tells_no_secret() -> None:
    identity = Identity.new(open=False)
    assert identity.code
    assert identity.code not in repr(identity)
    assert "PRIVATE" not in repr(identity)


@given(CODES)
def test_a_code_is_read_as_it_is_written(code: str) -> None:
    assert read_code(write_code(code)) == code


@pytest.mark.parametrize("typed", ["7KQ2M0", "7kq-2mo", " 7KQ 2M0 ", "7-K-Q–2—M \u00a0O\n", "７ＫＱ２Ｍ０"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "7KQ2M0"


def test_letters_that_look_like_digits_are_digits() -> None:
    assert read_code("oOi-Il0") == "001110"


@pytest.mark.parametrize("typed", ["", "7KQ2", "7KQ-2M9A", "7KQ-2MU", "7KQ_2M9", "ÄKQ-2M9"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(NetError) as raised:
        read_code(typed)
    assert raised.value.code == "bad_code"
