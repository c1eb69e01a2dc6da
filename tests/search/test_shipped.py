"""The nets that come with games: whole, small, and better than the rules of thumb they correct."""

from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery import bots
from rookery.arena import entrants
from rookery.cli import main
from rookery.core import rng
from rookery.core.folder import file_of
from rookery.errors import BrokenNet, InvalidOption
from rookery.search import net
from rookery.search.net import FILE, edition_key, read, shipped
from rookery.train.learning import Learner, fresh_weights
from rookery.train.selfplay import Task, self_play

WITH_NET = [name for name in rookery.games() if file_of(name, FILE)]


def path_of(name: str) -> Path:
    path = file_of(name, FILE)
    assert path is not None
    return path


@pytest.mark.parametrize("name", WITH_NET)
def test_it_is_small_and_says_how_it_was_trained(name: str) -> None:
    game, data = rookery.game(name), path_of(name).read_bytes()
    assert len(data) < 4_000_000
    _, about = read(game, data)
    assert about["editions"] == [edition_key(game.edition())]
    assert about["plan"]["game"] == name
    assert about["plan"]["players"] == [*game.players]


@pytest.mark.parametrize("name", WITH_NET)
def test_it_knows_better_than_the_estimate_how_matches_end(name: str) -> None:
    """On deals that it was not trained on, all numbers of players together."""
    game = rookery.game(name)
    weights = shipped(game).weights
    assert weights is not None
    learned = Learner.of(game, weights)
    plain = Learner.of(game, fresh_weights(game, 1, 1, seed=1))
    task = Task(name, (), matches=48, iterations=32, seed=900_000_000)
    samples = np.concatenate(
        [self_play(game, players, task, task.seed + players).decisions for players in game.players]
    )
    assert learned.losses(samples)[0] < plain.losses(samples)[0] - 0.05


@pytest.mark.parametrize("name", WITH_NET)
def test_the_champion_goes_by_it_and_other_levels_do_not(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = rookery.game(name).start(seed=3)

    def values(level: str) -> tuple[float, ...]:
        bot = rookery.bot(level, match.game, iterations=60)
        bot.choose(match.informed(match.turn), match.legal(), rng.generator(1))
        return tuple(bot.explain()["values"])

    levels = ("adult", "emperor-1", "emperor")
    with_net = [values(level) for level in levels]
    monkeypatch.setitem(net._shipped, name, net.NOTHING)
    without = [values(level) for level in levels]
    assert with_net[:2] == without[:2]
    assert with_net[2] != without[2]


def test_a_damaged_net_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.game("party")
    (tmp_path / FILE).write_bytes(np.arange(9, dtype=np.uint8).tobytes())
    monkeypatch.setattr(net, "file_of", lambda *_: tmp_path / FILE)
    monkeypatch.setattr(net, "_shipped", {})
    with pytest.raises(BrokenNet, match=r"net\.bin is not the file of a net"):
        rookery.bot("emperor", game)


def test_champions_may_go_by_a_net_of_ones_own(tmp_path: Path) -> None:
    """By name at a table of the arena as well as in Python; on its own edition only."""
    game = rookery.game("party")
    weights = fresh_weights(game, 4, 4, 1)
    weights.value_bias[:, 0] = 3.0  # whoever is to move is sure to win
    path = tmp_path / "own.bin"
    path.write_bytes(net.write(game, weights, {"editions": [edition_key(game.edition())]}))
    match = game.start(2, seed=3)

    def chances(bot: bots.Bot) -> list[float]:
        bot.choose(match.informed(match.turn), match.legal(), rng.generator(1))
        return list(bot.explain()["values"])

    own = chances(rookery.bot("emperor", game, iterations=60, net=path))
    assert own == chances(entrants.find(f"emperor@net={path}@iterations=60", game))
    usual = chances(rookery.bot("emperor", game, iterations=60))
    assert own != usual
    path.write_bytes(net.write(game, weights, {"editions": ["another"]}))
    assert chances(rookery.bot("emperor", game, iterations=60, net=path)) == usual


def test_what_is_no_net_is_refused_by_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing, text = tmp_path / "missing.bin", tmp_path / "text.bin"
    text.write_text("no net")
    for name, told in (
        (f"emperor@net={missing}", f"no net can be read from {missing}: No such file"),
        (f"king@net={text}", f"{text} is not the file of a net"),
        (f"emperor@net={path_of('pengqueen')}", "was made for"),
        (f"adult@net={text}", "'adult' goes by no net; those who do: emperor, king"),
        ("emperor@net=", "'net=' is not a setting like name=number"),
        (f"greedy@net={text}", "'greedy' has no setting 'net'"),
    ):
        for command in (
            ["play", "party", "--bot", name],
            ["arena", "party", "--bots", f"greedy,{name}", "--matches", "1"],
        ):
            assert main(command) == 2
            assert told in capsys.readouterr().err
    with pytest.raises(InvalidOption, match="net: 5 is not the path of a file"):
        rookery.bot("emperor", rookery.game("party"), net=5)


@pytest.mark.parametrize("name", [it for it in WITH_NET if rookery.game(it).guessed[0]])
def test_its_guesses_surprise_less_than_even_chances(name: str) -> None:
    """On deals that it was not trained on, all numbers of players together."""
    game = rookery.game(name)
    learned = shipped(game)
    assert learned.guesses is not None
    task = Task(name, (), matches=24, iterations=32, seed=910_000_000, learned=learned)
    samples = np.concatenate(
        [self_play(game, players, task, task.seed + players).hidden for players in game.players]
    )
    even = np.log(samples["count"]).mean()
    assert Learner.of(game, learned.guesses).losses(samples)[1] < even - 0.2


def test_the_king_goes_by_guesses_and_the_emperor_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.game("pengqueen")
    match, chance = game.start(2, seed=3), rng.generator(3)
    while match.ply < 30 or match.turn != match.hidden(match.turn).fields.mummy_seat:
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])

    def visits(level: str) -> dict[str, int]:
        bot = rookery.bot(level, game, iterations=80)
        bot.choose(match.informed(match.turn), match.legal(), rng.generator(1))
        return dict(bot.explain()["visits"])

    with_guesses = [visits(level) for level in ("emperor", "king")]
    assert with_guesses[0] != with_guesses[1]
    plain = shipped(game)._replace(guesses=None)
    monkeypatch.setitem(net._shipped, game.name, plain)
    assert visits("emperor") == visits("king") == with_guesses[0]
