"""Scenes of Pyramid of Pengqueen: the pyramid with its pawns, the dice below, a hand.

The map is the backdrop. The mummy and spectators see no pawns but, as a soft glow, the cells
each may be on. That is an aid a table may switch off: it is all sprites and facts whose art is
``trail``, and nothing else here tells it.
"""

from collections.abc import Sequence

from rookery.core.bits import members
from rookery.core.language import Speech, mark
from rookery.core.scene import (
    Backdrop,
    Choice,
    Fact,
    Line,
    Player,
    Result,
    Scene,
    Shortcut,
    Sprite,
    Zone,
)
from rookery.core.telling import Voice
from rookery.core.view import View
from rookery.games.pengqueen import words
from rookery.games.pengqueen.actions import (
    FACE_NAMES,
    FIRST_WAY,
    HIDE,
    RESET,
    REVEAL,
    ROLL,
    STOP,
    WORDS_OF_ACTIONS,
)
from rookery.games.pengqueen.layout import Layout, glow, layout
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.sprites import (
    DIE_ART,
    card_sprite,
    dice_sprites,
    gains,
    marks,
    revealed_sprites,
    standing_sprites,
    wanted_sprites,
)
from rookery.games.pengqueen.state import (
    CARD,
    COLOURS,
    DICE,
    MAX_PAWNS,
    MOVE,
    MUMMY,
    NONE,
    OUT,
    OVER,
    SQUARES,
    START,
    TREASURES,
)

ART = frozenset(
    {
        "button",
        "cell",
        "entrance",
        "sarcophagus",
        "ruler",
        "stone",
        "trail",
        "wanted",
        "mummy",
        "life",
    }
    | {"treasure-card", "die-blank", *DIE_ART}
    | {f"wall-{side}" for side in "nswe"}
    | {f"treasure-{colour}" for colour in COLOURS}
    | {f"pawn-{pawn}" for pawn in range(MAX_PAWNS)}
)
#: What a table may switch off.
AIDS = frozenset({"trail"})
AIDS_HELP = mark("Show where hunters may be")

HAND_WIDTH = 7.0
CARDS_IN_ROW = 5
CARD_ROW = 1.2
BUTTON_ROW = 1.0


def backdrop(view: View, speech: Speech) -> Backdrop:
    """The map."""
    return layout(view.edition, speech).backdrop


def scene(view: View, legal: Sequence[int], names: Sequence[str], speech: Speech) -> Scene:
    """What a seat sees and may do."""
    sight, voice = view.read(Sight), Voice(speech, names, view.seat)
    table = layout(view.edition, speech)
    dice, die_of_face = dice_sprites(sight, table, view.moment)
    sprites = [
        *dice,
        *wanted_sprites(sight, table),
        *revealed_sprites(sight, table, names),
        *standing_sprites(sight, table, names, view.moment),
    ]
    touched = marks(view.moment, sight, die_of_face)
    for sprite in sprites:
        if sprite.id in touched:
            sprite.mark = touched[sprite.id]
    zones = [Zone("board", speech.gettext("The pyramid"), table.width, table.height)]
    if sight.seat is not None:
        zones.append(_hand_zone(sight, speech))
        sprites += _hand(sight, table)
    choices = []
    for action in legal:
        if action < ROLL:
            face, square = divmod(action, SQUARES)
            text = f"{FACE_NAMES[face]}>{table.names[square]}"
            choices.append(Choice(text, [die_of_face[face], table.cells[square]]))
        else:
            choices.append(_word_choice(sight, table, action))
    sprites += _buttons(sight, legal, zones[-1].height, speech)
    return Scene(
        game="pengqueen",
        zones=zones,
        sprites=sprites,
        choices=choices,
        players=_players(sight, table, names),
        prompt=_prompt(sight, voice),
        status=_status(sight, speech),
        result=_result(sight, voice) if sight.phase == OVER else None,
        gains=gains(view.moment, sight),
        backdrop=table.backdrop.digest,
        shortcuts=_shortcuts(sight, table, legal),
    )


# ---------------------------------------------------------------- the hand


def _hand_zone(sight: Sight, speech: Speech) -> Zone:
    """As high as the hand that was dealt, so that nothing jumps when cards leave it."""
    if sight.hunter == NONE:
        return Zone("hand", speech.gettext("Your turn"), HAND_WIDTH, BUTTON_ROW)
    height = CARD_ROW * sight.dealt + BUTTON_ROW
    return Zone("hand", speech.gettext("Your cards"), HAND_WIDTH, round(height, 2))


def _hand(sight: Sight, table: Layout) -> list[Sprite]:
    """The own cards, each on the place it was dealt to."""
    if sight.hunter == NONE:
        return []
    sprites = []
    held = sight.cards[sight.hunter]
    dealt = held | sight.revealed[sight.hunter]
    text = table.speech.gettext("your card: {treasure}, on {cell}")
    for place, card in enumerate(members(dealt)):
        if held >> card & 1:
            row, column = divmod(place, CARDS_IN_ROW)
            x = (column + 0.5) * HAND_WIDTH / CARDS_IN_ROW
            y = (row + 0.5) * CARD_ROW
            cell = table.names[table.place[card]]
            label = text.format(treasure=table.treasures[card], cell=cell)
            sprites.append(card_sprite(card, round(x, 2), round(y, 2), 1.0, "hand", label))
    return sprites


def _word_choice(sight: Sight, table: Layout, action: int) -> Choice:
    """A choice that is not a die and a cell."""
    word = WORDS_OF_ACTIONS[action - ROLL]
    if FIRST_WAY <= action < STOP:
        square = table.next[sight.mummy][action - FIRST_WAY]
        return Choice(word, [table.cells[square]])
    return Choice(word, [word])


def _shortcuts(sight: Sight, table: Layout, legal: Sequence[int]) -> list[Shortcut]:
    """The card of the treasure one stands on; for the mummy, cells by a shortest way (Q21)."""
    if REVEAL in legal:
        card = table.place.index(sight.pawns[sight.pawn])
        label = _button(sight, REVEAL, table.speech)[1]
        return [Shortcut(f"card-{TREASURES[card]}", [WORDS_OF_ACTIONS[REVEAL - ROLL]], label)]
    if STOP not in legal:
        return []
    ways: dict[int, list[str]] = {sight.mummy: []}
    for _ in range(sight.steps):
        for square, way in list(ways.items()):
            for side, beside in enumerate(table.next[square]):
                if beside >= 0:
                    ways.setdefault(beside, [*way, WORDS_OF_ACTIONS[FIRST_WAY - ROLL + side]])
    return [Shortcut(table.cells[square], way) for square, way in ways.items() if len(way) > 1]


def _buttons(sight: Sight, legal: Sequence[int], bottom: float, speech: Speech) -> list[Sprite]:
    """What can be done without touching the table."""
    if not legal:
        return []
    asked = [action for action in (REVEAL, ROLL, RESET, HIDE, STOP) if action in legal]
    sprites = []
    for k, action in enumerate(asked):
        text, label, rule = _button(sight, action, speech)
        x = HAND_WIDTH * (k + 0.5) / len(asked)
        y = round(bottom - BUTTON_ROW / 2, 2)
        name = WORDS_OF_ACTIONS[action - ROLL]
        quiet = action in (HIDE, STOP)
        sprites.append(
            Sprite(name, "button", x, y, 3.2, 0.8, "hand", 0, label, text, 0, rule, quiet=quiet)
        )
    return sprites


def _button(sight: Sight, action: int, speech: Speech) -> tuple[str, str, str]:
    """What is written on a button, what is said of it, and its rule."""
    dice = DICE - sight.aside
    if action == ROLL:
        label = speech.ngettext("Roll {count} die", "Roll {count} dice", dice)
        again = sight.phase == MOVE
        text = speech.gettext("Roll again") if again else speech.gettext("Roll")
        return text, label.format(count=dice), "Q10"
    if action == RESET:
        label = speech.ngettext(
            "Take back the die aside; the mummy gets a special turn of 1 step",
            "Take back the {count} dice aside; the mummy gets a special turn of {count} steps",
            sight.aside,
        )
        return speech.gettext("Take dice back"), label.format(count=sight.aside), "Q9"
    if action == REVEAL:
        last = sight.cards[sight.hunter].bit_count() == 1
        text = speech.gettext("Reveal and win") if last else speech.gettext("Reveal")
        return text, text, "Q18"
    if action == HIDE:
        text = speech.gettext("Keep it hidden")
        return text, text, "Q18"
    text = speech.gettext("Stop here")
    return text, text, "Q19"


# ---------------------------------------------------------------- the players


def _players(sight: Sight, table: Layout, names: Sequence[str]) -> list[Player]:
    speech = table.speech
    players = []
    for seat in range(sight.players):
        state = ""
        if seat == sight.mummy_seat:
            lives = f"{sight.caught}/{sight.goal}"
            facts = [
                Fact(speech.gettext("mummy"), table.names[sight.mummy], "mummy"),
                Fact(speech.gettext("lives taken"), lives, "life"),
            ]
        else:
            hunter = sight.hunter_at(seat)
            pawns = sight.pawns_of(hunter)
            facts = [fact for pawn in pawns for fact in _pawn_facts(sight, table, pawn)]
            for colour, count in enumerate(sight.left(hunter)):
                if count:
                    art = f"treasure-{COLOURS[colour]}"
                    facts.append(Fact(table.wanted[colour], str(count), art))
            if not any(sight.lives[pawn] for pawn in pawns):
                state = speech.gettext("out of the game")
        players.append(Player(seat, names[seat], facts, seat == sight.turn, state))
    return players


def _pawn_facts(sight: Sight, table: Layout, pawn: int) -> list[Fact]:
    speech = table.speech
    square = sight.pawns[pawn]
    label = speech.gettext("pawn {number}").format(number=pawn + 1)
    where = table.names[square] if square >= 0 else "-" if square == OUT else "?"
    lives = speech.gettext("lives")
    facts = [Fact(label, where, f"pawn-{pawn}"), Fact(lives, str(sight.lives[pawn]), "life")]
    if square < OUT:
        label = speech.gettext("pawn {number} may be on").format(number=pawn + 1)
        facts.append(Fact(label, glow(table, pawn, sight.trail[pawn])[1], "trail"))
    return facts


def _prompt(sight: Sight, voice: Voice) -> str:
    """Whose turn it is and what to do."""
    turn, phase = sight.turn, sight.phase
    if phase == OVER:
        return voice.speech.gettext("The match is over.")
    if phase == MUMMY and turn == sight.seat:
        text = voice.speech.ngettext(
            "Your turn: take {count} step, or stop.",
            "Your turn: take up to {count} steps, or stop.",
            sight.steps,
        )
        return text.format(count=sight.steps)
    if phase == MUMMY:
        text = voice.speech.gettext("{name} is to move the mummy.")
        return text.format(name=voice.names[turn])
    if phase == START and sight.aside == 0:
        you = mark("Your turn: roll the dice.")
    elif phase == START and sight.aside == DICE:
        you = mark("Your turn: take back the dice aside.")
    elif phase == START:
        you = mark("Your turn: roll, or first take back the mummy dice.")
    elif phase == CARD:
        you = mark("Reveal the card of this treasure, or keep it hidden.")
    else:
        you = mark("Your turn: choose a die, then a cell; or roll again.")
    said = voice.say(turn, you, "{name} is to play.")
    return words.of_pawn(voice.speech, sight, sight.pawn, said)


def _status(sight: Sight, speech: Speech) -> str:
    text = speech.gettext("Round {round} of at most {limit}. Lives taken: {caught} of {goal}.")
    return text.format(round=sight.round, limit=sight.limit, caught=sight.caught, goal=sight.goal)


def _result(sight: Sight, voice: Voice) -> Result:
    """Who won, and how far everybody came."""
    winner, gettext = sight.winner(), voice.speech.gettext
    lines = []
    for seat in range(sight.players):
        if seat == sight.mummy_seat:
            lines.append(Line(seat, gettext("lives taken"), f"{sight.caught}/{sight.goal}"))
        else:
            hunter = sight.hunter_at(seat)
            value = f"{sight.revealed[hunter].bit_count()}/{sight.dealt * len(COLOURS)}"
            lines.append(Line(seat, gettext("treasures revealed"), value))
            lives = sum(sight.lives[pawn] for pawn in sight.pawns_of(hunter))
            lines.append(Line(seat, gettext("lives left"), str(lives)))
        lines.append(Line(seat, gettext("victories"), str(int(seat == winner))))
    return Result(words.ending(sight, voice), [] if winner is None else [winner], lines)
