"""Tokens: read once, and only what was signed here."""

import pytest

from rookery.server import guests
from rookery.server.guests import Guest, Invitation, Signer
from rookery.server.problems import BadToken


def test_a_guest_is_remembered_by_the_whole_token() -> None:
    signer = Signer(b"k" * 32)
    mira = Guest("1", "Mira", "de")
    token = signer.sign(mira)
    assert signer.guest(token) == mira
    assert signer.guest(token) == mira
    for wrong in (token + "x", token[:-1], signer.sign(Invitation("t")), ""):
        with pytest.raises(BadToken):
            signer.guest(wrong)
    with pytest.raises(BadToken):
        Signer(b"other").guest(token)


def test_not_all_guests_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "REMEMBERED", 3)
    signer = Signer(b"k" * 32)
    for number in range(10):
        guest = Guest(str(number), "Mira")
        assert signer.guest(signer.sign(guest)) == guest
        assert len(signer._guests) <= 3
