"""CPace, on the test vectors of draft-irtf-cfrg-cpace, appendix B.1 (X25519 and SHA-512)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import cpace
from net.security import Exchange, code_point

PASSWORD = b"Password"
CHANNEL = b"\x0bA_initiator\x0bB_responder"
SESSION = bytes.fromhex("7e4b4791d6a8ef019b936c79fb7f2c57")
GENERATOR = bytes.fromhex("d04bf6d41f6a289632a2e929fa29bebd51092512a7829fdde7d314b62f05a73f")
SECRET_A = bytes.fromhex("21b4f4bd9e64ed355c3eb676a28ebedaf6d8f17bdc365995b319097153044080")
SHARE_A = bytes.fromhex("1d13c89278cdadd826f6d8d7f887701430f8380ddc17611cdd6dc989ce0c9f32")
SECRET_B = bytes.fromhex("848b0779ff415f0af4ea14df9dd1d3c29ac41d836c7808896c4eba19c51ac40a")
SHARE_B = bytes.fromhex("248cccf6d5cdc3646f0ad593f9e6cef4e69d4945f8372e623512ecea32185623")
COMMON = bytes.fromhex("5b067effbdc0b2a0e1d907b21ebb25cfedb96a852179a847c37e43ee71322c6b")
KEY = bytes.fromhex(
    "6e19b875f7a561d6b3ca3dbb9ef42ac55de3e717881018204b8922b4d5e53bb2"
    "aa82c300bea7b65d2b671da71922ddf6472301b79bc270adfa8bf413285f2263"
)
LOW_ORDER_SECRET = bytes.fromhex("af46e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449aff")
# What the standard calls u0 to ub: a point, and its multiple, which is empty where the exchange must end.
LOW_ORDER = {
    "0000000000000000000000000000000000000000000000000000000000000000": "",
    "0100000000000000000000000000000000000000000000000000000000000000": "",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800": "",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157": "",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
    "daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": (
        "d8e2c776bbacd510d09fd9278b7edcd25fc5ae9adfba3b6e040e8d3b71b21806"
    ),
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
    "dbffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": (
        "c85c655ebe8be44ba9c0ffde69f2fe10194458d137f09bbff725ce58803cdb38"
    ),
    "d9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": (
        "db64dafa9b8fdd136914e61461935fe92aa372cb056314e1231bc4ec12417456"
    ),
    "cdeb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b880": (
        "e062dcd5376d58297be2618c7498f55baa07d7e03184e8aada20bca28888bf7a"
    ),
    "4c9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f11d7": (
        "993c6ad11c4c29da9a56f7691fd0ff8d732e49de6250b6c2e80003ff4629a175"
    ),
}


def test_the_standards_generator() -> None:
    assert cpace.generator(PASSWORD, CHANNEL, SESSION) == GENERATOR


@pytest.mark.parametrize(("secret", "share"), [(SECRET_A, SHARE_A), (SECRET_B, SHARE_B)])
def test_the_standards_shares(secret: bytes, share: bytes) -> None:
    assert cpace.multiply(secret, GENERATOR) == share


def test_the_standards_key_is_that_of_both_ends() -> None:
    assert cpace.multiply(SECRET_A, SHARE_B) == cpace.multiply(SECRET_B, SHARE_A) == COMMON
    assert cpace.session_key(COMMON, (SHARE_A, b"ADa"), (SHARE_B, b"ADb"), SESSION) == KEY


@pytest.mark.parametrize(("point", "multiple"), LOW_ORDER.items())
def test_the_standards_points_of_low_order(point: str, multiple: str) -> None:
    if multiple:
        assert cpace.multiply(LOW_ORDER_SECRET, bytes.fromhex(point)).hex() == multiple
    else:
        with pytest.raises(ValueError):  # noqa: PT011 - the library's words
            cpace.multiply(LOW_ORDER_SECRET, bytes.fromhex(point))


@pytest.mark.parametrize(
    ("data", "joined"),
    [
        (b"", "00"),
        (b"1234", "0431323334"),
        (bytes(range(127)), "7f" + bytes(range(127)).hex()),
        (bytes(range(128)), "8001" + bytes(range(128)).hex()),
    ],
)
def test_the_standards_lengths(data: bytes, joined: str) -> None:
    assert cpace._joined(data).hex() == joined


@given(st.binary(max_size=200), st.binary(max_size=40))
def test_a_generator_is_always_the_same_though_made_blinded(password: bytes, channel: bytes) -> None:
    assert cpace.generator(password, channel, b"") == cpace.generator(password, channel, b"")


def test_two_ends_have_the_same_proofs_only_with_the_same_code_certificate_and_roles() -> None:
    one, other = bytes(32), bytes([1]) * 32
    for code, certificate, is_host in (
        ("7KQ2M9", one, False),
        ("7KQ2M8", one, False),
        ("7KQ2M9", other, False),
        ("7KQ2M9", one, True),
    ):
        host, client = Exchange(code_point("7KQ2M9", one)), Exchange(code_point(code, certificate))
        agree = host.proofs(client.share, is_host=True) == client.proofs(host.share, is_host=is_host)
        assert agree == ((code, certificate, is_host) == ("7KQ2M9", one, False))


def test_the_two_proofs_differ_also_of_an_end_that_sends_the_others_share_back() -> None:
    end = Exchange(code_point("7KQ2M9", bytes(32)))
    proofs = end.proofs(end.share, is_host=True)
    assert proofs.host != proofs.client
