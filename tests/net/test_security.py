"""Certificates, codes and proofs."""

import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import Identity, NetError, limits, read_code, write_code
from net.security import derive_key, fingerprint, prove

CODES = st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=8, max_size=8)


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SCRYPT_COST", 2)


def test_every_host_is_somebody_else() -> None:
    one, other = Identity.new(open=False), Identity.new(open=False)
    assert one.fingerprint != other.fingerprint
    assert one.salt != other.salt
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


@pytest.mark.parametrize(
    "typed",
    ["7KQ2M9X0", "7kq2-m9xo", " 7KQ2 M9X0 ", "7-K-Q-2–M—9 X\u00a0O\n", "７ＫＱ２Ｍ９Ｘ０"],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "7KQ2M9X0"


def test_letters_that_look_like_digits_are_digits() -> None:
    assert read_code("oOiI-lL00") == "00111100"


@pytest.mark.parametrize("typed", ["", "7KQ2", "7KQ2-M9XDA", "7KQ2-M9XU", "7KQ2_M9XD", "ÄKQ2-M9XD"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(NetError) as raised:
        read_code(typed)
    assert raised.value.code == "bad_code"


@given(st.text())
def test_any_text_is_a_code_or_none(typed: str) -> None:
    try:
        assert len(read_code(typed)) == 8
    except NetError as error:
        assert error.code == "bad_code"  # noqa: PT017 - most texts are none


def test_a_key_comes_of_code_salt_and_certificate() -> None:
    keys = {
        derive_key(code, salt, certificate)
        for code in ("7KQ2M9XD", "7KQ2M9XE")
        for salt in (bytes(16), bytes([1] * 16))
        for certificate in (bytes(32), bytes([1] * 32))
    }
    assert len(keys) == 8


def test_a_proof_is_good_for_one_end_and_one_conversation() -> None:
    one, other = bytes(32), bytes([1] * 32)
    proofs = {
        prove(key, end, host_nonce, client_nonce)
        for key in (one, other)
        for end in ("client", "host")
        for host_nonce in (one, other)
        for client_nonce in (one, other)
    }
    assert len(proofs) == 16
