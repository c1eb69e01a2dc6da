"""Settings: from a file, the environment and flags, all checked before anything begins."""

from pathlib import Path
from typing import Any

import pytest

from rookery.cli import main
from rookery.errors import InvalidOption
from rookery.server.settings import FIELDS, Settings, gather, read_environment


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FIELDS:
        monkeypatch.delenv(f"ROOKERY_{name.upper()}", raising=False)


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("rate=nan", "--rate: 'nan' is not a number from 0 to 1e+06"),
        ("rate=-1", "--rate: '-1' is not a number from 0"),
        ("heartbeat=inf", "--heartbeat: 'inf' is not a number from 0.01"),
        ("burst=0", "--burst: '0' is not a whole number from 1"),
        ("backlog=2.5", "--backlog: '2.5' is not a whole number from 1"),
        ("body=9999999999999999999999", "--body: '9999999999999999999999' is not a whole"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_by_name_and_value(
    limit: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--db", str(tmp_path / "tables.db"), "--limit", limit]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_flags_count_more_than_the_environment_and_that_more_than_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rookery.toml"
    file.write_text('port = 1\nbots = 3\nrate = 7\nproxy = true\nlog = "info"\n')
    monkeypatch.setenv("ROOKERY_PORT", "2")
    monkeypatch.setenv("ROOKERY_BOTS", "4")
    found = gather({"port": "3"}, str(file))
    assert found == Settings(port=3, bots=4, rate=7.0, proxy=True, log="info")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean 'port'?"),
        ("port = 70000", "port: 70000 is not a whole number from 0 to 65535"),
        ("port = true", "port: True is not a whole number"),
        ("rate = nan", "rate: nan is not a number"),
        ('log = "loud"', "log: 'loud' is not one of"),
        ('proxy = "maybe"', "proxy: 'maybe' is not yes or no"),
        ("db = 5", "db: 5 is not a text"),
        ("port = ", "is not TOML"),
    ],
)
def test_a_file_is_checked_like_a_flag(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "rookery.toml"
    file.write_text(text)
    with pytest.raises(InvalidOption, match=r"rookery\.toml") as error:
        gather({}, str(file))
    assert said in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"cannot read .*nothing\.toml: No such file"):
        gather({}, str(tmp_path / "nothing.toml"))


def test_a_variable_that_is_nearly_a_setting_is_a_mistake() -> None:
    assert read_environment({"ROOKERY_GAMES": "x", "ROOKERY_PORT": "5"}) == {"port": "5"}
    with pytest.raises(InvalidOption, match="ROOKERY_PROXI names no setting; did you mean 'proxy'"):
        read_environment({"ROOKERY_PROXI": "1"})


@pytest.mark.parametrize(("name", "default"), Settings().__rich_repr__())
def test_every_setting_can_be_read_and_takes_its_own_default(name: str, default: Any) -> None:
    if default not in (None, ""):
        assert getattr(gather({name: str(default)}), name) == default
