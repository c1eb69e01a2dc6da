"""The public interface, pinned: a name that goes or changes here breaks somebody's program."""

import inspect
import pickle

import numpy as np
import pytest

import rookery

NAMES = """Batch BrokenGame BrokenNet BrokenPuzzles BrokenResults BrokenSave DamagedLog DatabaseFull
DatabaseInUse DatabaseReadOnly DatabaseTooNew DatabaseUnavailable DatabaseUnusable Edition Game
IllegalAction InvalidArena InvalidEdition
InvalidOption InvalidPlayers InvalidPosition InvalidSeat InvalidSeed Match MatchOver MissingExtra
NoCluster NothingToUndo RookeryError StoreError UnknownAction UnknownBot UnknownEdition
UnknownGame WrongRules bot game games load"""

CODES = {
    "RookeryError": "rookery_error",
    "UnknownGame": "unknown_game",
    "BrokenGame": "broken_game",
    "UnknownBot": "unknown_bot",
    "InvalidPlayers": "invalid_players",
    "InvalidOption": "invalid_option",
    "InvalidSeed": "invalid_seed",
    "InvalidSeat": "invalid_seat",
    "UnknownEdition": "unknown_edition",
    "InvalidEdition": "invalid_edition",
    "InvalidPosition": "invalid_position",
    "IllegalAction": "illegal_action",
    "UnknownAction": "unknown_action",
    "MatchOver": "match_over",
    "NothingToUndo": "nothing_to_undo",
    "BrokenSave": "broken_save",
    "BrokenNet": "broken_net",
    "BrokenPuzzles": "broken_puzzles",
    "WrongRules": "wrong_rules",
    "InvalidArena": "invalid_arena",
    "BrokenResults": "broken_results",
    "MissingExtra": "missing_extra",
    "NoCluster": "no_cluster",
    "StoreError": "store_error",
    "DatabaseUnavailable": "database_unavailable",
    "DatabaseFull": "database_full",
    "DatabaseReadOnly": "database_read_only",
    "DatabaseInUse": "database_in_use",
    "DamagedLog": "damaged_log",
    "DatabaseTooNew": "database_too_new",
    "DatabaseUnusable": "database_unusable",
}


def test_the_public_names_are_pinned() -> None:
    assert sorted(rookery.__all__) == sorted(NAMES.split())


def test_every_error_has_its_stable_code() -> None:
    errors = {
        name: kind.code
        for name, kind in vars(rookery.errors).items()
        if inspect.isclass(kind) and issubclass(kind, rookery.RookeryError)
    }
    assert errors == CODES
    assert len(set(CODES.values())) == len(CODES)


def test_a_whole_match_through_the_public_interface() -> None:
    game = rookery.game("party")
    assert game.players == range(2, 7)
    assert list(game.options) == ["rounds", "tie", "first"]
    assert game.editions[0] == "iello-2024"
    assert game.num_actions == 150
    match = game.start(players=4, seed=7, rounds=1)
    while not match.over:
        actions = match.legal()
        assert all(type(action) is int for action in actions)
        assert match.parse(match.notation(actions[0])) == actions[0]
        match.play(actions[0] if match.ply % 2 else match.notation(actions[0]))
    assert match.turn is None
    assert match.legal() == []
    assert min(match.scores()) == match.scores()[match.winners()[0]]
    assert rookery.load(match.save()).to_dict() == match.to_dict()
    assert game.from_dict(match.to_dict()).over
    match.undo()
    assert not match.over


def test_methods_have_their_signatures() -> None:
    expected = {
        "legal": ["self"],
        "play": ["self", "action"],
        "notation": ["self", "action"],
        "parse": ["self", "text"],
        "view": ["self", "seat"],
        "redeal": ["self", "seat", "seed"],
        "scores": ["self"],
        "winners": ["self"],
        "undo": ["self"],
        "copy": ["self"],
        "save": ["self"],
        "to_dict": ["self"],
    }
    for name, parameters in expected.items():
        assert list(inspect.signature(getattr(rookery.Match, name)).parameters) == parameters


def test_the_same_seed_gives_the_same_match() -> None:
    game = rookery.game("party")
    assert game.start(seed=3).to_dict() == game.start(seed=3).to_dict()
    assert game.start(seed=3).to_dict() != game.start(seed=4).to_dict()
    assert game.start().to_dict() != game.start().to_dict()
    secret = game.start(seed=3).secret
    assert game.start(seed=secret).to_dict() == game.start(seed=3).to_dict()


def test_numpy_integers_are_integers() -> None:
    game = rookery.game("party")
    match = game.start(players=np.int64(3), seed=np.int64(1), rounds=np.int8(1))
    match.play(np.int16(match.legal()[0]))
    assert match.ply == 1


@pytest.mark.parametrize("players", [0, 1, 7, -2, 2.0, "4", True, [3]])
def test_a_wrong_number_of_players_is_refused(players: object) -> None:
    with pytest.raises(rookery.InvalidPlayers, match="2 to 6 players, not "):
        rookery.game("party").start(players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True, b"short"])
def test_a_wrong_seed_is_refused(seed: object) -> None:
    with pytest.raises(rookery.InvalidSeed):
        rookery.game("party").start(seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"round": 1}, "the options are: rounds, tie, first"),
        ({"rounds": 0}, "a whole number, 1 to 100"),
        ({"rounds": 101}, "1 to 100"),
        ({"rounds": 1.5}, "1 to 100"),
        ({"rounds": True}, "1 to 100"),
        ({"tie": "fight"}, "shared or playoff"),
        ({"tie": None}, "shared or playoff"),
        ({"first": 4}, "a seat from 0 to 3"),
        ({"first": -1}, "a seat from 0 to 3"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_right(
    options: dict[str, object], reason: str
) -> None:
    with pytest.raises(rookery.InvalidOption, match=reason):
        rookery.game("party").start(players=4, **options)


@pytest.mark.parametrize("edition", ["iello", "", "no/such/file.txt", 5])
def test_an_unknown_edition_is_refused(edition: object) -> None:
    with pytest.raises(rookery.UnknownEdition):
        rookery.game("party").start(edition=edition)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["chess", "", "../party", None, "Party"])
def test_an_unknown_game_is_refused(name: object) -> None:
    with pytest.raises(rookery.UnknownGame, match=r"the games are .*party"):
        rookery.game(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [None, 1.0, True, [1], b"r>", 150, -1, 10**30, "x>", "r", ""])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    match = rookery.game("party").start(players=4, seed=7)
    before = match.to_dict()
    with pytest.raises(rookery.UnknownAction):
        match.play(action)  # type: ignore[arg-type]
    assert match.to_dict() == before
    assert match.ply == 0


def test_an_action_that_is_illegal_now_is_refused_and_changes_nothing() -> None:
    match = rookery.game("party").start(players=4, seed=7)
    before = match.to_dict()
    for action in set(range(150)) - set(match.legal()):
        with pytest.raises(rookery.IllegalAction, match="is not legal for seat"):
            match.play(action)
    assert match.to_dict() == before
    assert match.legal() == match.copy().legal()


def test_playing_after_the_end_is_refused() -> None:
    match = rookery.game("party").start(players=2, seed=1, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    before = match.to_dict()
    for action in (0, "r>"):
        with pytest.raises(rookery.MatchOver):
            match.play(action)
    assert match.to_dict() == before


@pytest.mark.parametrize("seat", [4, -1, 1.0, True, "0"])
def test_seats_that_do_not_exist_have_no_view(seat: object) -> None:
    match = rookery.game("party").start(players=4, seed=7)
    for look in (match.view, match.redeal, match.hidden):
        with pytest.raises(rookery.InvalidSeat, match="seats are 0 to 3"):
            look(seat)  # type: ignore[operator]


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(rookery.NothingToUndo):
        rookery.game("party").start(seed=1).undo()


def test_games_travel_between_processes_by_name() -> None:
    game = rookery.game("party")
    assert pickle.loads(pickle.dumps(game)) is game  # noqa: S301 - our own bytes


def test_errors_travel_between_processes() -> None:
    error = rookery.IllegalAction("no")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(again), str(again), again.code) == (rookery.IllegalAction, "no", "illegal_action")


@pytest.mark.parametrize("count", [0, -1, True, 2.0])
def test_a_batch_needs_matches(count: object) -> None:
    with pytest.raises(rookery.InvalidOption):
        rookery.game("party").batch(count)  # type: ignore[arg-type]


def test_a_batch_refuses_illegal_actions_whole() -> None:
    batch = rookery.game("party").batch(5, players=3, seed=1)
    before = batch.states.tobytes()
    actions = batch.pick()
    actions[3] = 149
    with pytest.raises(rookery.IllegalAction, match="in match 3 of the batch"):
        batch.step(actions)
    for wrong in ([1, 2], np.zeros(5), np.zeros((5, 1), int)):
        with pytest.raises(rookery.IllegalAction, match="5 whole numbers"):
            batch.step(wrong)
    assert batch.states.tobytes() == before
    with pytest.raises(rookery.InvalidSeat):
        batch.observe(3)
    with pytest.raises(rookery.InvalidOption):
        batch.reset([True])
