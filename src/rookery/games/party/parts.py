"""What each seat of Penguin Party may hold, hand by hand; and deals put together from such hands.

A deal in which seats were dealt h cards of a colour, laid ones included, and u are unused, weighs
1 / (h! … u!), colour by colour, times how much is believed in each hand. Cards have a number by how
many of each colour there are, and where hands are put together their numbers add up:

    number = cards of colour 0 + (pool of colour 0 + 1) * (cards of colour 1 + …)

A page of the table holds, by number, the weight of all ways in which the seats from one on, and
what is not dealt, use up just these cards. With it deals are drawn without a single miss.
"""

from typing import Any

from rookery.core.kernel import int64, kernel
from rookery.core.rng import LOW32, draw
from rookery.games.party.rules import look
from rookery.games.party.state import NUM_COLOURS
from rookery.games.party.worlds import SHARE, most_of, out_of_sight, takes

#: Counts in bytes, to take all colours at once; the highest bits stay set if there were enough.
BYTE = 8
ENOUGH = sum(1 << (BYTE * colour + BYTE - 1) for colour in range(NUM_COLOURS))


@kernel
def most_in_hand(printed: Any, view: Any, seat: int, other: int, colour: int) -> int:
    """The most cards of a colour that another seat may hold."""
    most = min(most_of(view, other, colour), out_of_sight(printed, view, seat, colour))
    return most if takes(view, seat, other) > 0 else int64(0)


@kernel
def parts(printed: Any, view: Any, seat: int, other: int, out: Any) -> int:
    """All hands of so many cards that can be made of those out of sight; who is to move can."""
    last = NUM_COLOURS - 1
    ways = int64(1)
    for colour in range(last):
        ways *= most_in_hand(printed, view, seat, other, colour) + 1
    found = int64(0)
    for way in range(ways):
        left = int64(way)
        rest = takes(view, seat, other)
        for colour in range(last):
            sort = most_in_hand(printed, view, seat, other, colour) + 1
            rest -= left % sort
            left //= sort
        if rest < 0 or rest > most_in_hand(printed, view, seat, other, last):
            continue
        if found == len(out):
            return 0
        out[found] = view
        left = int64(way)
        for colour in range(last):
            sort = most_in_hand(printed, view, seat, other, colour) + 1
            out[found]["hands"][other, colour] = left % sort
            left //= sort
        out[found]["hands"][other, last] = rest
        found += view["turn"] != other or look(out[found], other) > 0
    return found


@kernel
def as_bytes(counts: Any) -> int:
    """Counts by colour, a byte each."""
    bits = int64(0)
    for colour in range(NUM_COLOURS):
        bits |= int64(counts[colour]) << (BYTE * colour)
    return bits


@kernel
def number_of(pool: int, bits: int) -> int:
    """The number of cards, given as bytes."""
    number = int64(0)
    for back in range(NUM_COLOURS):
        shift = BYTE * (NUM_COLOURS - 1 - back)
        number = number * ((pool >> shift & 127) + 1) + (bits >> shift & 127)
    return number


@kernel
def bytes_of(pool: int, number: int) -> int:
    """The cards of a number, as bytes."""
    bits = int64(0)
    for colour in range(NUM_COLOURS):
        sort = (pool >> (BYTE * colour) & 127) + 1
        bits |= number % sort << (BYTE * colour)
        number //= sort
    return bits


@kernel
def size_of(bits: int) -> int:
    """How many cards these are."""
    size = int64(0)
    for colour in range(NUM_COLOURS):
        size += bits >> (BYTE * colour) & 127
    return size


@kernel
def share_of(bits: int) -> float:
    """1 / (n! …), by colour."""
    share = 1.0
    for colour in range(NUM_COLOURS):
        share *= SHARE[bits >> (BYTE * colour) & 127]
    return share


@kernel
def page_after(begins: Any, other: int, players: int) -> int:
    """Whose page comes after that of a seat; that of what is not dealt is the last."""
    after = other + 1
    while after < players and begins[after] == begins[after + 1]:
        after += 1
    return after


@kernel
def note_parts(view: Any, pool: int, held: Any) -> None:
    """Write each hand as bytes and as a number, and let its weight be that of a deal's part."""
    records, weights, begins, notes, _ = held
    for other in range(int64(view["players"])):
        for k in range(begins[other], begins[other + 1]):
            notes[k, 0] = as_bytes(records[k]["hands"][other])
            notes[k, 1] = number_of(pool, notes[k, 0])
            weights[k] *= share_of(notes[k, 0] + as_bytes(view["laid"][other]))


@kernel
def fill_pages(view: Any, pool: int, held: Any) -> None:
    """Fill the table from its last page back; the first seat needs none."""
    _, weights, begins, notes, table = held
    players = int64(view["players"])
    size = number_of(pool, pool) + 1
    spare = int64(view["spare"])
    for number in range(size):
        bits = bytes_of(pool, int64(number))
        table[players * size + number] = share_of(bits) if size_of(bits) == spare else 0.0
    for back in range(players):
        other = players - 1 - back
        if begins[other] == 0 or begins[other] == begins[other + 1]:
            continue
        here = other * size
        after = page_after(begins, other, players) * size
        for number in range(size):
            table[here + number] = 0.0
        for number in range(size):
            ways = table[after + number]
            if ways > 0.0:
                left = (pool | ENOUGH) - bytes_of(pool, int64(number))
                for k in range(begins[other], begins[other + 1]):
                    if (left - notes[k, 0]) & ENOUGH == ENOUGH:
                        table[here + number + notes[k, 1]] += ways * weights[k]


@kernel
def choose(held: Any, begin: int, end: int, left: int, page: int, rest: float) -> int:
    """The hand at which the weights of those before it, and its own, exceed ``rest``.

    ``page`` is where the weight stands of having all the cards of ``left`` to use up.
    """
    _, weights, _, notes, table = held
    chosen = begin
    for k in range(begin, end):
        if ((left | ENOUGH) - notes[k, 0]) & ENOUGH == ENOUGH:
            weight = weights[k] * table[page - notes[k, 1]]
            if weight > 0.0:
                chosen = k
                rest -= weight
                if rest < 0.0:
                    break
    return chosen


@kernel
def assemble(printed: Any, view: Any, seat: int, held: Any, out: Any, rng: Any) -> bool:
    """Seat by seat, each hand as likely as it makes what is left for the others."""
    records, weights, begins, notes, table = held
    players = int64(view["players"])
    pool = int64(0)
    for colour in range(NUM_COLOURS):
        pool |= out_of_sight(printed, view, seat, colour) << (BYTE * colour)
        for other in range(players):
            if other != seat:
                view["hands"][other, colour] = 0
    whole = number_of(pool, pool)
    if begins[players] == 0 or (players + 1) * (whole + 1) > len(table):
        return False
    note_parts(view, pool, held)
    fill_pages(view, pool, held)
    first = page_after(begins, int64(-1), players)
    page = page_after(begins, first, players) * (whole + 1) + whole
    total = 0.0
    for k in range(begins[first + 1]):
        total += weights[k] * table[page - notes[k, 1]]
    for number in range(len(out)):
        out[number] = view
        left = pool
        other = first
        # Even steps for the first hand, chance for the others.
        rest = total * (number + (draw(rng) + 0.5) / (LOW32 + 1)) / len(out)
        while other < players:
            after = page_after(begins, other, players)
            page = after * (whole + 1) + number_of(pool, left)
            k = choose(held, begins[other], begins[other + 1], left, page, rest)
            for colour in range(NUM_COLOURS):
                out[number]["hands"][other, colour] = records[k]["hands"][other, colour]
            left -= notes[k, 0]
            other = after
            if other < players:
                rest = table[other * (whole + 1) + number_of(pool, left)]
                rest *= (draw(rng) + 0.5) / (LOW32 + 1)
        for colour in range(NUM_COLOURS):
            out[number]["unused"][colour] = left >> (BYTE * colour) & 127
        if view["turn"] >= 0 and view["turn"] != seat:
            look(out[number], int64(view["turn"]))
    return total > 0.0
