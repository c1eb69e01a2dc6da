"""The Penguin Ultimatum as scenes: what a seat sees, and how it says what it chooses."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from rookery.core.bits import members
from rookery.core.language import Speech, mark
from rookery.core.scene import Backdrop, Choice, Fact, Gain, Line, Player, Result, Scene, Sprite
from rookery.core.steps import Moment, Things
from rookery.core.struct import replace
from rookery.core.telling import Voice
from rookery.core.view import View
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import (
    COLUMNS,
    ENTERTAINER_NAMES,
    NUM_PLACES,
    PENGUIN_NAMES,
    read_cell,
)
from rookery.games.ultimatum.edition import POINTS
from rookery.games.ultimatum.shows import ACTIVITY_BONUS
from rookery.games.ultimatum.sprites import (
    CELL_NAMES,
    ENTERTAINER_IDS,
    PENGUIN_IDS,
    STEPS,
    Drawer,
    iceberg,
    pictures,
)
from rookery.games.ultimatum.state import (
    ACTS,
    ANIMALS,
    CURTAIN,
    DRAW,
    ENTERTAIN,
    FAMILIES,
    FEE,
    INVITE,
    KIN_ALL,
    MAX_SEATS,
    MAX_SIDE,
    NUM_ACTS,
    NUM_FAMILIES,
    NUM_PENGUINS,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    PLACE,
    ROW,
    SHOW,
    UPRIGHT,
)
from rookery.games.ultimatum.words import Reckoning, ending, words

#: Every symbol that scenes of this game use.
ART = frozenset(
    [
        *["penguin-card", "entertainer-card", "curtain", "ice", "mark", "button", "spotlight"],
        *["card-back", "back-penguins", "back-entertainers", "discard", "points", "cards"],
        *(f"family-{family}" for family in FAMILIES),
        *(f"animal-{animal}" for animal in ANIMALS),
        *(f"act-{act}" for act in ACTS),
        *(f"dot-{point}" for point in POINTS),
        *(f"token-{seat}" for seat in range(MAX_SEATS)),
        *(f"sign-{name}" for name in (*ACTS, *ANIMALS)),
    ]
)

#: A set with every penguin in it.
ALL = (1 << NUM_PENGUINS) - 1
#: By the place in an action.
PLACE_NAMES = tuple(
    f"{COLUMNS[column]}{row + 1}" for row in range(MAX_SIDE) for column in range(MAX_SIDE)
)
CELL_IDS = tuple(f"cell-{name}" for name in PLACE_NAMES)
CELLS = tuple(ROW * (place // MAX_SIDE + 1) + place % MAX_SIDE + 1 for place in range(NUM_PLACES))


def backdrop(view: View, speech: Speech) -> Backdrop:
    """The empty iceberg."""
    return iceberg(view.fields.width, view.fields.height, speech)


def scene(view: View, legal: Sequence[int], names: Sequence[str], speech: Speech) -> Scene:
    """What a seat sees, and the legal actions as choices."""
    table = view.fields
    voice = Voice(speech, names, view.seat)
    drawer = Drawer(view, names, speech, bool(legal))
    return Scene(
        view.game.name,
        drawer.zones(),
        _marked(drawer.sprites(), view.moment, table),
        list(_choices(table, legal, drawer.where, speech)),
        [_player(table, seat, name, speech) for seat, name in enumerate(names)],
        _prompt(table, voice),
        _status(table, speech),
        _result(view, voice) if table.phase == OVER else None,
        _gains(view, table),
        backdrop=iceberg(table.width, table.height, speech).digest,
    )


# ---------------------------------------------------------------- what a step did


def _guest_id(table: Any, cell: str) -> str:
    """The sprite of the penguin on a cell."""
    return PENGUIN_IDS[table.cells[read_cell(cell)] - PENGUIN]


def _marked(sprites: list[Sprite], moment: Moment | None, table: Any) -> list[Sprite]:
    """The sprites, those that the step touched with what it did to them."""
    if moment is None:
        return sprites
    marks = _marks(moment.kind, moment.things, table)
    # Scenes share sprites, so a marked one is a copy.
    return [
        replace(sprite, mark=marks[sprite.id]) if sprite.id in marks else sprite
        for sprite in sprites
    ]


def _marks(kind: str, things: Things, table: Any) -> dict[str, str]:
    """What happened to which sprite."""
    if kind in ("place", "put"):
        card = things["at"].split("@")[0].rstrip("'")
        return {f"card-{card}": "placed"}
    if kind == "invite" and things["at"] != "skip":
        cell = things["at"].removeprefix("invite ").split(">")[-1]
        return {_guest_id(table, cell).replace("card", "token"): "placed"}
    if kind == "fee" and "dropped" in things:
        return {"discarded": "lost"}
    if kind == "show":
        amused = {_guest_id(table, guest["cell"]): "amused" for guest in things["amused"]}
        return {f"card-{things['card']}": "performed", **amused}
    if kind == "curtain":
        return {f"curtain-{things['cell']}": "placed"}
    if kind == "draw" and "card" in things:
        return {f"card-{things['card']}": "placed"}
    return {}


def _gains(view: View, table: Any) -> list[Gain]:
    """What the step brings, and to whom: points, an entertainer, bonuses."""
    if view.moment is None:
        return []
    kind, things = view.moment.kind, view.moment.things
    if kind == "fee" and "paid" in things:
        penguin = PENGUIN_IDS[table.cells[table.placed] - PENGUIN]
        return [Gain(penguin, things["seat"], f"\N{MINUS SIGN}{things['paid']}")]
    if kind == "show":
        gains = [
            Gain(_guest_id(table, guest["cell"]), guest["seat"], f"+{guest['points']}")
            for guest in things["amused"]
            if guest["seat"] is not None
        ]
        if things["to"] is not None:
            art = pictures(view.edition).art[ENTERTAINER_NAMES.index(things["card"])]
            gains.append(Gain(f"card-{things['card']}", things["to"], art=art))
        return gains
    return list(_bonus_gains(view, table)) if kind == "end" else []


def _bonus_gains(view: View, table: Any) -> Iterator[Gain]:
    """The bonuses one by one, from the curtain in the middle (U28, U29)."""
    middle = ROW * (table.height // 2 + 1) + table.width // 2 + 1
    if table.cells[middle] != CURTAIN:  # a match may begin at a position without it
        return
    source = f"curtain-{CELL_NAMES[middle]}"
    reckoning = view.read(Reckoning)
    for seat, activity in enumerate(reckoning.activity):
        if activity:
            yield Gain(source, seat, f"+{activity}", f"sign-{ACTS[table.activities[seat]]}")
        for family, points, _ in reckoning.animals[seat]:
            yield Gain(source, seat, f"+{points}", f"sign-{ANIMALS[family]}")


# ---------------------------------------------------------------- choices


def _choices(
    table: Any, legal: Sequence[int], where: dict[int, int], speech: Speech
) -> Iterator[Choice]:
    """The legal actions; all of them are of one phase."""
    phase = table.phase
    if phase == PLACE:
        return _placings(table, legal, speech)
    if phase == INVITE:
        return _invitations(table, legal, where)
    if phase == ENTERTAIN:
        return _puttings(table, legal)
    return _single_touches(table, legal, speech)


def _placings(table: Any, legal: Sequence[int], speech: Speech) -> Iterator[Choice]:
    """A penguin, then a cell; only where a fee is due the choice needs words of its own."""
    text = speech.gettext("Place {penguin} on {cell} for a kin fee of {points} points")
    penguins = words(speech).penguins
    fees: dict[int, list[int]] = {}
    for action in legal:
        penguin, place = divmod(action, NUM_PLACES)
        cell = PLACE_NAMES[place]
        if place not in fees:
            fees[place] = fees_on(table, CELLS[place])
        fee = fees[place][penguin >> 4]
        label = text.format(penguin=penguins[penguin], cell=cell, points=fee) if fee else ""
        notation = f"{PENGUIN_NAMES[penguin]}@{cell}"
        note = f"\N{MINUS SIGN}{fee}" if fee else ""
        yield Choice(notation, [PENGUIN_IDS[penguin], CELL_IDS[place]], label, note)


def fees_on(table: Any, cell: int) -> list[int]:
    """What a penguin of each family would cost on a cell (U15)."""
    fees = [0] * NUM_FAMILIES
    for step in STEPS:
        code = table.cells[cell + step]
        if 0 < code < UPRIGHT:
            penguin = code - PENGUIN
            fees[penguin >> 4] += 2 + (penguin >> 2 & 3)
    return [sum(fees) if fee else 0 for fee in fees] if table.kin == KIN_ALL else fees


def _invitations(table: Any, legal: Sequence[int], where: dict[int, int]) -> Iterator[Choice]:
    """A token, then a penguin; a token on the iceberg is touched by its whole penguin."""
    tokens = members(table.invited[table.turn])
    cells = {penguin: CELL_NAMES[cell] for penguin, cell in where.items()}
    for action in legal:
        if action == actions.SKIP:
            yield Choice("skip", ["skip"])
            continue
        source, target = divmod(action - actions.INVITE, NUM_PENGUINS)
        if source:
            origin = tokens[source - 1]
            notation = f"invite {cells[origin]}>{cells[target]}"
            yield Choice(notation, [PENGUIN_IDS[origin], PENGUIN_IDS[target]])
        else:
            yield Choice(f"invite {cells[target]}", ["supply", PENGUIN_IDS[target]])


def _puttings(table: Any, legal: Sequence[int]) -> Iterator[Choice]:
    """The next entertainer as it is or its turned picture, then a cell."""
    who = table.entertainers[table.left - 1]
    card = ENTERTAINER_NAMES[who]
    for action in legal:
        turned, place = divmod(action - actions.PUT, NUM_PLACES)
        if turned:
            yield Choice(f"{card}'@{PLACE_NAMES[place]}", [f"turned-{card}", CELL_IDS[place]])
        else:
            yield Choice(f"{card}@{PLACE_NAMES[place]}", [ENTERTAINER_IDS[who], CELL_IDS[place]])


def _single_touches(table: Any, legal: Sequence[int], speech: Speech) -> Iterator[Choice]:
    """How to settle the fee; who performs next."""
    objects = words(speech).objects
    for action in legal:
        if action == actions.PAY:
            yield Choice("pay", ["pay"])
        elif action < actions.SKIP:
            who = action - actions.DROP
            text = speech.gettext("Discard {entertainer} instead of paying")
            label = text.format(entertainer=objects[who])
            yield Choice(f"drop {ENTERTAINER_NAMES[who]}", [ENTERTAINER_IDS[who]], label)
        else:
            who = action - actions.SHOW
            cell = CELL_NAMES[table.where[who]]
            text = speech.gettext("Let {entertainer} on {cell} perform")
            label = text.format(entertainer=objects[who], cell=cell)
            yield Choice(f"show {cell}", [ENTERTAINER_IDS[who]], label)


# ---------------------------------------------------------------- words around the table


def _player(table: Any, seat: int, name: str, speech: Speech) -> Player:
    facts = _facts(
        speech,
        seat,
        table.scores[seat],
        table.activities[seat],
        NUM_TOKENS - (table.invited[seat] & ALL).bit_count(),
        table.held[seat],
        table.owned[seat],
    )
    state = speech.gettext("starting player") if seat == table.first else ""
    return Player(seat, name, facts, seat == table.turn, state)


@lru_cache(maxsize=4096)
def _facts(
    speech: Speech, seat: int, points: int, act: int, supply: int, held: int, owned: int
) -> list[Fact]:
    """What everybody may read of a seat: all viewers of a table share it, and nobody changes it."""
    gettext, names_of = speech.gettext, words(speech)
    facts = [
        Fact(gettext("Points"), str(points), "points"),
        Fact(gettext("Activity"), names_of.acts[act], f"sign-{ACTS[act]}"),
        Fact(gettext("Tokens in supply"), str(supply), f"token-{seat}"),
        Fact(gettext("Penguins in hand"), str(held), "cards"),
    ]
    for family, animal in enumerate(ANIMALS):
        shown = [
            names_of.acts[act] for act in range(NUM_ACTS) if owned >> NUM_ACTS * family + act & 1
        ]
        if shown:
            facts.append(Fact(names_of.animals[family], ", ".join(shown), f"sign-{animal}"))
    return facts


def _prompt(table: Any, voice: Voice) -> str:
    """Whose turn it is and what to do."""
    phase, turn, fee = table.phase, table.turn, table.fee
    if phase == OVER:
        return ending(table, voice.speech)
    if phase == PLACE:
        you = mark("Your turn: choose a penguin, then a cell beside an entertainer.")
        return voice.say(turn, you, "{name} is to place a penguin.")
    if phase == FEE:
        you = mark("Your kin fee is {points} points: pay, or choose a card to discard.")
        other = mark("{name} is to settle a kin fee of {points} points.")
        return voice.say(turn, you, other, points=fee)
    if phase == INVITE:
        you = mark("You may invite: choose a token, then a penguin without one. Or skip.")
        return voice.say(turn, you, "{name} may invite a penguin.")
    if phase == SHOW:
        other = mark("{name} is to choose who performs next.")
        return voice.say(turn, "Choose who performs next.", other)
    if phase == DRAW:
        return voice.say(turn, "Your turn is over.", "The turn of {name} is over.")
    if table.bare or not table.left:
        return voice.speech.gettext("The show is over.")
    you = mark("Choose the new entertainer, upright or turned, then a cell for it.")
    return voice.say(turn, you, "{name} is to put the new entertainer on the iceberg.")


def _status(table: Any, speech: Speech) -> str:
    """What is left, what is due."""
    gettext = speech.gettext
    parts = [
        gettext("Entertainers left: {count}").format(count=table.left),
        gettext("Penguins left: {count}").format(count=table.pile_size),
    ]
    if table.fee:
        parts.append(gettext("Fee due: {points}").format(points=table.fee))
    if table.waiting:
        count = table.waiting.bit_count()
        parts.append(gettext("Shows waiting: {count}").format(count=count))
    return " · ".join(parts)


def _result(view: View, voice: Voice) -> Result:
    """Who has won, and every seat's points line by line (U28 to U30)."""
    table, reckoning, gettext = view.fields, view.read(Reckoning), voice.speech.gettext
    names_of = words(voice.speech)
    lines = []
    for seat, total in enumerate(reckoning.totals):
        activity = reckoning.activity[seat]
        lines.append(Line(seat, gettext("Points during play"), str(table.scores[seat])))
        if activity:
            text = gettext("Activity {act}, entertainers: {count}")
            act = names_of.acts[table.activities[seat]]
            label = text.format(act=act, count=activity // ACTIVITY_BONUS)
            lines.append(Line(seat, label, f"+{activity}"))
        for family, points, shared in reckoning.animals[seat]:
            text = gettext("Shared most {animals}") if shared else gettext("Most {animals}")
            label = text.format(animals=names_of.herds[family])
            lines.append(Line(seat, label, f"+{points}"))
        lines.append(Line(seat, gettext("Total"), str(total)))
    return Result(" ".join(reckoning.victory(voice)), reckoning.winners, lines)
