"""Tokens: read once, and only what was signed here."""

import pytest

from rookery.server import guests
from rookery.server.guests import Guest, Invitation, SeatKey, Signer
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


def test_tokens_of_former_times_still_say_who_somebody_is() -> None:
    signer = Signer(bytes(range(32)))
    guest = (
        "guest.eyJpZCI6IkFiQzEyMyIsIm5hbWUiOiJNw6l0YSIsImxhbmd1YWdlIj"
        "oiZGUifQ.V0_9t3LtP6DFwGry6EQj4tpYAumGei8W0UZDFdrnQAU"
    )
    seat = (
        "seat.eyJ0YWJsZSI6IjAxMjM0NTY3ODkiLCJzZWF0IjoyLCJob2xkZXIiOiJ"
        "BYkMxMjMifQ.IgizfF8AJKAh5W2tMie5xFzeKWmjX8X7cSbFJltkbaI"
    )
    invitation = "invite.eyJ0YWJsZSI6IjAxMjM0NTY3ODkifQ.gHLSKLW8NKd-MazsfMXcYfOznzyDPCwQBnqnh9btT5k"
    assert signer.guest(guest) == Guest("AbC123", "Méta", "de")
    assert signer.read(seat, SeatKey) == SeatKey("0123456789", 2, "AbC123")
    assert signer.read(invitation, Invitation) == Invitation("0123456789")
    for wrong, kind in ((guest, SeatKey), (seat, Guest), (guest[:-1], Guest), (guest + "A", Guest)):
        with pytest.raises(BadToken):
            signer.read(wrong, kind)
    with pytest.raises(BadToken):
        Signer(b"other").read(guest, Guest)
