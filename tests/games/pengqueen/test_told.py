"""What is told of Pyramid of Pengqueen, and to whom."""

import random
import re

import pytest

from rookery.core.kernel import COMPILED
from rookery.core.match import Match
from rookery.core.view import View
from rookery.games.pengqueen.actions import ROLL
from tests.games.pengqueen.tables import GAME, HANDS, table
from tests.helpers import scaled

PAWNS = ["d5", "c2", "a5"]
TRAILS = [["c5", "d5", "e4"], ["c2", "d2"], ["a5"]]
NAMES = ["Mira", "Bo", "Cy", "Di", "Eve"]
MUMMY, OWNER, OTHER = 0, 1, 2

#: Each kind of sentence, as the mummy or a spectator hears it.
KINDS = {
    "announce": r"\w+ announces (a \d|the arrow)\.",
    "reveal": r"\w+ reveals a card on \w\d+: \w+ treasure \d\.",
    "roll": r"\w+ rolls the dice\.",
    "again": r"\w+ rolls again\.",
    "aside": r"\d (die shows|dice show) the mummy and (is|are) put aside\.",
    "lost": r"All five dice lie aside: \w+ loses the turn\.",
    "boxed in": r"\w+ cannot move and passes\.",
    "reset": r"\w+ takes the dice back\.",
    "compelled": r"\w+ has to take all five dice back\.",
    "turn": r"The mummy rolls a \d with the black die and may take .*\.",
    "special": r"The mummy gets a special turn of .*\.",
    "step": r"The mummy goes to \w\d+\.",
    "stop": r"The mummy stays on \w\d+\.",
    "catch": r"The mummy catches \w+\.",
    "sarcophagus": r"\w+ has \d (life|lives) left and goes into the sarcophagus\.",
    "out": r"\w+ has no life left and is out of the game\.",
    "hunter wins": r"\w+ has revealed all treasures and wins\.",
    "mummy wins": r"\w+ wins: the mummy has taken \d lives\.",
    "draw": r"The last round is over: nobody wins\.",
}


def kind(sentence: str) -> str:
    bare = re.sub(r"^Pawn \d: ", "", sentence)
    found = [name for name, shape in KINDS.items() if re.fullmatch(shape, bare)]
    assert len(found) == 1, sentence
    return found[0]


def told(match: Match, actions: str, seat: int | None, language: str = "en") -> list[str]:
    """Play one action or more on a copy, and what the seat is told of them at once."""
    after = match.copy()
    for action in actions.split():
        after.play(action)
    names, heard = NAMES[: match.players], after.heard(match.ply)
    return match.hidden(seat).tell(after.hidden(seat), after.log[-1], names, language, heard)


def moving(**others: object) -> Match:
    given = {"aside": 1, "rolled": [1, 2, 2, "arrow"], "trail": TRAILS, **others}
    return table(PAWNS, "h6", **given)


def falling(aside: int, **others: object) -> Match:
    """A table at which the next roll of pawn 0 leaves so many dice aside."""
    for seed in range(10_000):
        match = moving(aside=4, rolled=[1], seed=seed, **others)
        again = match.copy()
        again.play("roll")
        if (again.to_dict()["aside"] == 4) == (aside == 4):
            return match
    raise AssertionError("no such roll")


def test_a_move_is_told_as_far_as_it_is_known() -> None:
    # Q12, Q16
    match = moving()
    assert told(match, "1>e5", OWNER) == ["You announce a 1 and move from d5 to e5."]
    assert told(match, "1>e5", OTHER) == ["Bo announces a 1 and moves from d5 to e5."]
    assert told(match, "1>e5", MUMMY) == ["Bo announces a 1."]
    assert told(match, "1>e5", None) == ["Bo announces a 1."]
    assert told(match, "arrow>h5", MUMMY) == ["Bo announces the arrow."]
    assert told(match, "2>d5", OTHER) == ["Bo announces a 2 and returns to d5."]


@pytest.mark.parametrize(
    ("language", "own", "others", "heard"),
    [
        (
            "fr",
            "Vous annoncez la flèche et allez de d5 en h5.",
            "Bo annonce la flèche et va de d5 en h5.",
            "Bo annonce la flèche.",
        ),
        (
            "de",
            "Du sagst den Pfeil an und ziehst von d5 nach h5.",
            "Bo sagt den Pfeil an und zieht von d5 nach h5.",
            "Bo sagt den Pfeil an.",
        ),
    ],
)
def test_moves_in_other_languages(language: str, own: str, others: str, heard: str) -> None:
    match = moving()
    assert told(match, "arrow>h5", OWNER, language) == [own]
    assert told(match, "arrow>h5", OTHER, language) == [others]
    assert told(match, "arrow>h5", MUMMY, language) == [heard]


def test_the_die_is_heard_even_if_another_leads_to_the_same_trail() -> None:
    # Q12. From h6 one step and the arrow lead up to h5 alone, if the mummy stands beyond it.
    match = table(["h6", "c2"], "g5", rolled=[1, 1, 1, "arrow", "arrow"], aside=0)
    for action, die in (("1>h5", "a 1"), ("arrow>h5", "the arrow")):
        for seat in (MUMMY, None):
            assert told(match, action, seat)[0] == f"Bo announces {die}."
        assert told(match, action, OTHER)[0] == f"Bo announces {die} and moves from h6 to h5."
        assert told(match, action, OWNER)[0] == f"You announce {die} and move from h6 to h5."
    assert told(match, "1>h5", MUMMY, "de")[0] == "Bo sagt eine 1 an."
    assert told(match, "1>h5", MUMMY, "fr")[0] == "Bo annonce un 1."


def test_only_moves_are_heard() -> None:
    # Q12
    match = moving()
    for action in ("2>f5", "hide", "roll"):
        match.play(action)
    assert match.heard(0) == [1]
    assert match.heard(1) == []


def test_whoever_moved_before_the_match_began_announced_some_die() -> None:
    match = table(["f5", *PAWNS[1:]], "h6", "card", aside=1)
    for seat in (MUMMY, OTHER, None):
        assert told(match, "hide", seat)[0] == "Bo announces a die and moves."
        assert told(match, "reveal", seat)[0].startswith("Bo reveals a card on ")
    # Its own action a seat knows.
    before, view = moving(), moving().hidden(OWNER)
    before.play("1>e5")
    assert view.tell(before.hidden(OWNER), before.log[-1], NAMES[:4]) == [
        "You announce a 1 and move from d5 to e5."
    ]


def test_a_card_is_told_when_it_is_revealed() -> None:
    # Q18
    match = moving()
    assert told(match, "2>f5", OWNER) == ["You announce a 2 and move from d5 to f5."]
    for seat in (MUMMY, OTHER, 3, None):
        assert told(match, "2>f5", seat) == []
    assert told(match, "2>f5 reveal", OTHER) == [
        "Bo announces a 2 and moves from d5 to f5.",
        "Bo reveals a card on f5: red treasure 1.",
    ]
    assert told(match, "2>f5 reveal", MUMMY) == [
        "Bo announces a 2.",
        "Bo reveals a card on f5: red treasure 1.",
    ]
    assert told(match, "2>f5 reveal", MUMMY, "de")[-1] == (
        "Bo deckt auf f5 eine Karte auf: roter Schatz 1."
    )
    assert told(match, "2>f5 reveal", MUMMY, "fr")[-1] == (
        "Bo révèle une carte en f5\u00a0: trésor rouge 1."
    )
    match.play("2>f5")
    assert told(match, "reveal", OWNER) == ["You reveal a card on f5: red treasure 1."]
    assert told(match, "hide", OWNER) == ["You keep your card hidden."]


def test_a_kept_card_is_told_like_no_card() -> None:
    # Q18: to the byte, for all others
    keeping = moving()
    without = moving(cards=[["y1", "g1", "s1", "r4", "p1"], *HANDS[1:3]])
    for seat in (MUMMY, OTHER, 3, None):
        assert told(keeping, "2>f5 hide", seat) == told(without, "2>f5", seat) != []


def test_a_roll() -> None:
    # Q10
    match = falling(4)
    after = match.copy()
    after.play("roll")
    (die,) = after.to_dict()["rolled"]
    assert told(match, "roll", OWNER) == [f"You roll again: {die}."]
    assert told(match, "roll", MUMMY) == []
    begins = table(PAWNS, "h6", "start", aside=2, seed=1)
    after = begins.copy()
    after.play("roll")
    count = after.to_dict()["aside"] - 2
    aside = [] if count == 0 else [f"{count} di{'e shows' if count == 1 else 'ce show'}"]
    assert told(begins, "roll", MUMMY)[0] == "Bo rolls the dice."
    assert told(begins, "roll", OTHER)[0].startswith("Bo rolls ")
    assert [line[: len(aside[0])] for line in told(begins, "roll", MUMMY)[1:]] == aside


def test_five_dice_aside_cost_the_turn_and_compel_the_next_hunter() -> None:
    # Q9, Q11
    match = falling(5)
    assert told(match, "roll", MUMMY) == [
        "All five dice lie aside: Bo loses the turn.",
        "Cy has to take all five dice back.",
        "You get a special turn of up to 5 steps.",
    ]
    assert told(match, "roll", OWNER)[0] == "All five dice lie aside: you lose the turn."
    assert told(match, "roll", OTHER)[1] == "You have to take all five dice back."
    after_the_round = table(PAWNS, "e5", "mummy", aside=5, steps=1)
    assert told(after_the_round, "stop", OTHER) == [
        "The mummy stays on e5.",
        "Bo has to take all five dice back.",
        "The mummy gets a special turn of up to 5 steps.",
    ]


def test_a_boxed_in_hunter_passes() -> None:
    # Q17
    match = table(["d5", "h6", "a5"], "h5", aside=1, rolled=[1, 1, 1, 1])
    for seat in (MUMMY, OWNER, None):
        assert told(match, "1>e5", seat)[1:] == ["Cy cannot move and passes."]
    assert told(match, "1>e5", OTHER)[1:] == ["You cannot move and pass."]


def test_a_special_turn() -> None:
    # Q9, Q22
    match = table(PAWNS, "e5", "start", aside=2)
    assert told(match, "reset", OWNER) == [
        "You take the dice back.",
        "The mummy gets a special turn of up to 2 steps.",
    ]
    match.play("reset")
    caught = told(match, "left", OWNER)
    assert caught[:3] == [
        "The mummy goes to d5.",
        "The mummy catches you.",
        "You have 2 lives left and go into the sarcophagus.",
    ]
    assert caught[3].startswith("You roll ")
    assert told(match, "left", MUMMY)[:4] == [
        "You go to d5.",
        "You catch Bo.",
        "Bo has 2 lives left and goes into the sarcophagus.",
        "Bo rolls the dice.",
    ]
    assert told(match, "left", None, "fr")[1:3] == [
        "La momie attrape Bo.",
        "Il reste 2 jetons Vie à Bo, qui va dans le sarcophage.",
    ]


def test_the_last_life() -> None:
    # Q20: the turn goes on with the next hunter
    match = table(PAWNS, "e5", "mummy", lives=[1, 3, 3], special=True, pawn=0)
    lines = told(match, "left", OTHER)
    assert lines[1:3] == [
        "The mummy catches Bo.",
        "Bo has no life left and is out of the game.",
    ]
    assert lines[3].startswith("You roll ")


def test_the_mummys_turn_begins_with_its_die() -> None:
    # Q19
    match = table(["d5", "c2"], "h6", pawn=1, aside=1, rolled=[1, 1, 1, 1])
    after = match.copy()
    after.play("1>d2")
    steps = after.to_dict()["steps"]
    heard = told(match, "1>d2", OWNER)[-1]
    assert heard == (
        f"The mummy rolls a {steps - 1} with the black die and may take up to {steps} steps."
    )


def test_two_pawns_are_told_apart() -> None:
    # Q24
    match = table(["d5", "c2"], "h6", players=2, aside=1, rolled=[1, 1, 1, 1])
    assert told(match, "1>e5", MUMMY) == ["Pawn 1: Bo announces a 1."]
    assert told(match, "1>e5", OWNER, "fr") == [
        "Pion 1\u00a0: Vous annoncez un 1 et allez de d5 en e5."
    ]


def test_ends() -> None:
    # Q23, Q26
    card = moving(cards=[["r1"], *HANDS[1:3]], revealed=[["y1", "g1", "s1", "p1"], [], []])
    card.play("2>f5")
    assert told(card, "reveal", OWNER)[-1] == "You have revealed all your treasures and win."
    assert told(card, "reveal", OTHER)[-1] == "Bo has revealed all treasures and wins."
    caught = table(["d5", "c2", None], "e5", "mummy", lives=[2, 2, 0])
    assert told(caught, "left", MUMMY)[-1] == "You have taken 6 lives and win."
    assert told(caught, "left", OTHER)[-1] == "Mira wins: the mummy has taken 6 lives."
    late = table(PAWNS, "e5", "mummy", limit=5)
    assert told(late, "stop", None, "de") == [
        "Die Mumie bleibt auf e5.",
        "Die letzte Runde ist vorbei: Niemand gewinnt.",
    ]


def test_nothing_is_told_of_nothing() -> None:
    match = moving()
    for seat in (None, *range(4)):
        view = match.hidden(seat)
        assert view.tell(view, None, NAMES[:4]) == []


def test_worlds_a_seat_cannot_tell_apart_are_told_alike() -> None:
    match = table(PAWNS, "e5", "mummy", trail=TRAILS)
    for seed in range(10):
        world = match.redeal(MUMMY, seed)
        assert told(world, "right", MUMMY) == told(match, "right", MUMMY) == ["You go to f5."]
        assert told(world, "right", None) == ["The mummy goes to f5."]


def test_whole_matches_are_told() -> None:
    kinds: set[str] = set()
    for players in GAME.players:
        for seed in range(scaled(9, 1)):
            chance = random.Random(f"{players} {seed}")
            limit = 3 if seed == 0 else 300
            match = GAME.start(players, seed, "small", mummy_seat=seed % players, limit=limit)
            seats = (None, *range(players))
            seen = {seat: (match.hidden(seat), 0) for seat in seats}
            while not match.over and match.ply < scaled(10**6, 60):
                kinds |= heard_truly(match, chance.choice(match.legal()), seen)
    if COMPILED:  # which takes long matches
        assert kinds == set(KINDS)


def heard_truly(match: Match, action: int, seen: dict[int | None, tuple[View, int]]) -> set[str]:
    """Play on; the kinds of what spectators hear, which must be so.

    By seat, ``seen`` has the last view that differed from the one before, and its ply.
    """
    before = match.to_dict()
    match.play(action)
    after = match.to_dict()
    names = NAMES[: match.players]
    lines, said = {}, {}
    for seat, (view, since) in seen.items():
        later = match.hidden(seat)
        said[seat] = match.heard(since)
        lines[seat] = view.tell(later, action, names, heard=said[seat])
        changed = view.records.tobytes() != later.records.tobytes()
        assert bool(lines[seat]) == (changed or seat == before["turn"])
        if changed:
            seen[seat] = later, match.ply
    heard = lines[None]
    found = [kind(line) for line in heard]
    spoken = dict(zip(found, heard, strict=True))
    assert found.count("catch") == after["caught"] - before["caught"]
    assert found.count("announce") == (len(said[None]) if heard else 0)
    if "announce" in spoken:
        moved = action if action < ROLL else match.log[-2]  # the card was kept or revealed
        die = match.notation(moved).partition(">")[0]
        assert re.search(rf"announces .*\b{die}\.", spoken["announce"])
    fallen = after["aside"] == 5 or (after["special"] and after["steps"] == 5)
    assert ("lost" in spoken) == (before["aside"] < 5 and fallen)
    if "lost" in spoken and match.players > 2:
        actors = names[before["turn"]] in spoken["lost"]
        assert actors == (action == ROLL)
    for line in heard:
        if kind(line) == "boxed in" and match.players > 2:
            name = line.partition(" ")[0]
            pawn = (names.index(name) - after["mummy_seat"] - 1) % match.players
            assert not open_ways(match, after["pawns"][pawn], after["mummy"])
    return set(found)


def open_ways(match: Match, cell: str, mummy: str) -> set[str]:
    """Where a hunter could step (Q14)."""
    data = match.edition.data
    beside = {other for link in data["links"] if cell in link for other in link}
    return beside - {cell, mummy, data["entrance"], data["sarcophagus"]}
