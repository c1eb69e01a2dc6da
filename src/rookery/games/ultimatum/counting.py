"""How likely each hidden card of The Penguin Ultimatum is: every way to share them out is alike."""

from rookery.core.bits import members
from rookery.core.reasons import Counted, Place, one_each
from rookery.core.view import View
from rookery.games.ultimatum.actions import ENTERTAINER_NAMES, PENGUIN_NAMES
from rookery.games.ultimatum.state import UNKNOWN
from rookery.games.ultimatum.view import unseen_entertainers, unseen_penguins


def count_hidden(view: View) -> dict[Place, Counted]:
    """Hands, the pile of penguins, and each place of the entertainers' pile."""
    table, record = view.fields, view.records[0]
    penguins = [PENGUIN_NAMES[it] for it in members(unseen_penguins(record))]
    found: dict[Place, Counted] = {}

    def share(place: Place, size: int) -> None:
        if size:
            found[place] = one_each(dict.fromkeys(penguins, size / len(penguins)))

    for seat in range(table.players):
        if table.hidden >> seat & 1:
            share(("hands", seat), table.held[seat])
    share(("penguin_pile",), table.pile_size)
    unseen = [ENTERTAINER_NAMES[it] for it in members(unseen_entertainers(record))]
    alike = one_each(dict.fromkeys(unseen, 1 / max(1, len(unseen))))
    for deep, who in enumerate(reversed(table.entertainers[: table.left])):
        if who == UNKNOWN:
            found["entertainer_pile", deep] = alike
    return found
