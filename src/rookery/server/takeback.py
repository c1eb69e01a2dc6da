"""Whether an action can still be taken back: not once somebody has learned something from it.

The choice itself does not count as news, what came of it does: a card drawn, a die, something
hidden that came to light. So for everybody at the table we ask: had the world been another one
that this viewer could not tell from the real one, would the same action have looked the same?
Worlds are sampled as bots sample them.

The answer itself must tell the one who asks nothing. What the others know is hidden from it, so
their part is answered in worlds that it thinks possible, never in the real one.
"""

from rookery.core.match import Match

#: Worlds tried for each viewer. News that shows in fewer than one world in ten may be missed.
WORLDS = 24
#: Worlds that the asker thinks possible, and in each of them, worlds tried for another seat.
POSSIBLE, OTHERS = 6, 8


def news(match: Match, action: int) -> list[int | None] | None:
    """Who learned something from the last action; None if chance had a part in it."""
    before = match.copy()
    before.undo()
    actor = before.turn
    again = before.copy()
    again.play(action)
    if again.drew:
        return None
    learned = {it for it in (None, actor) if _learns(before, match, action, it, WORLDS)}
    for number in range(POSSIBLE):
        world = before.redeal(actor, number)
        after = _played(world, action)
        if after is None or _seen(after, actor) != _seen(match, actor):
            continue
        for seat in range(match.players):
            if seat not in learned and _learns(world, after, action, seat, OTHERS):
                learned.add(seat)
    return sorted(learned, key=lambda seat: -1 if seat is None else seat)


def _learns(before: Match, after: Match, action: int, viewer: int | None, worlds: int) -> bool:
    seen = _seen(after, viewer)
    if viewer != before.turn and seen == _seen(before, viewer):
        return False  # it does not even know that something was played
    for number in range(worlds):
        other = _played(before.redeal(viewer, number), action)
        if other is not None and _seen(other, viewer) != seen:
            return True
    return False


def _played(match: Match, action: int) -> Match | None:
    if action not in match.legal():
        return None
    match = match.copy()
    match.play(action)
    return match


def _seen(match: Match, viewer: int | None) -> bytes:
    return match.hidden(viewer).records.tobytes()
