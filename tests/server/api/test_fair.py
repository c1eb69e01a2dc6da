"""Fair deals: the hash before, the secret after, and a replay that says what does not fit."""

import hashlib
import random
from pathlib import Path

import pytest

import rookery
from rookery.cli import main
from rookery.core import rng
from tests.helpers import short
from tests.server.api.client import Guest


@pytest.fixture(scope="module", params=rookery.games())
def finished(request: pytest.FixtureRequest, server: object) -> tuple[str, str, str]:
    """A finished match as text, what was promised before it, and its table."""
    mira: Guest = server.guest("Mira")  # type: ignore[attr-defined]
    table = mira.hot_seat(request.param, 2, public=True, options=short(request.param))
    promised = mira.look(table)["commitment"]
    for path in ("save", "verify"):
        assert mira.cannot_get(f"/tables/{table}/{path}").code == "wrong_time"
    mira.play(table, 2, random.Random(4).choice)
    return mira.http.get(f"/tables/{table}/save").text, promised, table


def test_the_secret_comes_after_the_end_and_fits_its_hash(
    mira: Guest, finished: tuple[str, str, str]
) -> None:
    _, promised, table = finished
    seen = mira.look(table)
    assert seen["commitment"] == promised
    assert rng.commitment(bytes.fromhex(seen["secret"])) == promised
    again = rookery.game(seen["game"]).start(2, bytes.fromhex(seen["secret"]), **seen["options"])
    assert again.commitment == promised


def test_the_hash_and_no_secret_are_public_before_the_first_action(mira: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    seen = mira.scene(table, 0)["table"]
    assert len(seen["commitment"]) == 64
    assert seen["secret"] is None
    mira.post(f"/tables/{table}/resign", seat=0)
    seen = mira.look(table)
    assert len(bytes.fromhex(seen["secret"])) == 32
    assert rng.commitment(bytes.fromhex(seen["secret"])) == seen["commitment"]


def test_a_match_that_was_played_here_fits(
    mira: Guest, finished: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, promised, table = finished
    verdict = mira.get(f"/tables/{table}/verify")
    assert verdict["fits"] is True
    assert verdict["plies"] == rookery.load(text).ply > 0
    assert mira.post("/verify", match=text, commitment=promised) == verdict
    file = tmp_path / "match.txt"
    file.write_text(text)
    assert main(["verify", str(file), "--commitment", promised]) == 0
    assert promised in capsys.readouterr().out


def test_an_edited_match_or_another_promise_does_not_fit(
    mira: Guest, finished: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, promised, _ = finished
    other = hashlib.sha256(b"another").hexdigest()
    verdict = mira.post("/verify", match=text, commitment=other)
    assert verdict["fits"] is False
    assert other in verdict["faults"][0]
    file = tmp_path / "match.txt"
    file.write_text(text)
    assert main(["verify", str(file), "--commitment", other]) == 1
    assert "does not fit" in capsys.readouterr().out
    secret = rookery.load(text).seed
    assert isinstance(secret, bytes)
    lines = text.splitlines()
    edited = {
        "another secret": text.replace(secret.hex(), bytes(32).hex()),
        "an action less": "\n".join([*lines[:-3], *lines[-2:]]) + "\n",
        "two swapped": "\n".join([*lines[:-4], lines[-3], lines[-4], *lines[-2:]]) + "\n",
    }
    for what, changed in edited.items():
        assert changed != text, what
        verdict = mira.post("/verify", match=changed, commitment=promised)
        assert verdict["fits"] is False, what
        assert verdict["faults"], what
        file.write_text(changed)
        assert main(["verify", str(file), "--commitment", promised]) == 1
        assert "does not fit" in capsys.readouterr().out


def test_what_is_no_match_at_all_does_not_fit_either(mira: Guest) -> None:
    for text in ("", "rookery", "{}", "\x00", "🐧" * 1000):
        assert mira.post("/verify", match=text)["fits"] is False


def test_a_saved_match_is_shown_again_through_any_eyes(
    mira: Guest, finished: tuple[str, str, str]
) -> None:
    text, _, _ = finished
    whole = mira.post("/replay", match=text, seat=0, limit=500)
    assert (whole["players"], whole["count"] >= len(whole["events"]) > 1) == (2, True)
    part = mira.post("/replay", match=text, seat=0, after=1, limit=1)
    assert part["events"] == whole["events"][1:2]
    assert mira.cannot_post("/replay", match=text, seat=5).code == "invalid_seat"
    assert mira.cannot_post("/replay", match="nothing").code == "broken_save"
