"""Whether an action can still be taken back: not once somebody has learned something from it.

The choice itself does not count as news, what came of it does: a card drawn, a die, something
hidden that came to light. So for everybody at the table we ask: had the world been another one
that this viewer could not tell from the real one, would the same action have looked the same?
Worlds are sampled as bots sample them.
"""

from rookery.core.match import Match

#: Worlds tried for each viewer. News that shows in fewer than one world in ten may be missed.
WORLDS = 24


def news(match: Match, action: int) -> list[int | None] | None:
    """Who learned something from the last action; None if chance had a part in it."""
    before = match.copy()
    before.undo()
    again = before.copy()
    again.play(action)
    if again.drew:
        return None
    learned: list[int | None] = []
    for viewer in (None, *range(match.players)):
        seen = match.hidden(viewer).records.tobytes()
        for number in range(WORLDS):
            world = before.redeal(viewer, number)
            if action in world.legal():
                world.play(action)
                if world.hidden(viewer).records.tobytes() != seen:
                    learned.append(viewer)
                    break
    return learned
