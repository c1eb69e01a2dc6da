"""Quotas: how much of what lasts, or costs, one guest, one address and one table may have.

A quota is so many at once, and then so many a minute. An address may have ten times as much as a
guest: a family or a class sits behind one. ``quotas`` of the settings makes all of them wider.
"""

from typing import NamedTuple

from rookery.server.api.limits import Buckets, household
from rookery.server.problems import TooMany

#: How many guests one address stands for.
CROWD = 10
#: Unfinished tables at which a guest may sit, of those where something happened within a day.
SEATS = 100
DAY = 24 * 3600 * 1000


class Quota(NamedTuple):
    """How many at once, and how many a minute after that."""

    what: str
    at_once: int
    a_minute: float
    #: Whether each table has as much, too, whoever the guests are.
    of_table: bool = False


QUOTAS = {
    "guests": Quota("new guests", 20, 3),
    "tables": Quota("new tables", 30, 6),
    "comings": Quota("comings and goings", 40, 12, of_table=True),
    "takebacks": Quota("actions taken back", 60, 30, of_table=True),
    "hints": Quota("hints", 20, 6),
    "uploads": Quota("uploads", 20, 10),
}


class Quotas:
    """What everybody has taken of their quotas."""

    def __init__(self, generous: float) -> None:
        self.seats = int(SEATS * generous)
        self._guests = _buckets(generous, 1, "one guest")
        self._addresses = _buckets(generous, CROWD, "one address")
        self._tables = _buckets(generous, 1, "one table")

    def take(self, name: str, guest: str | None, address: str, table: str | None) -> None:
        """Take one; raises, and takes nothing from others' quotas, where there is none left."""
        if guest is not None:
            self._guests[name].take(guest)
        if table is not None and QUOTAS[name].of_table:
            self._tables[name].take(table)
        self._addresses[name].take(household(address))

    def check_seats(self, taken: int) -> None:
        """Refuse a guest who sits at too many tables."""
        if self.seats and taken >= self.seats:
            error = TooMany(
                f"you sit at {taken} tables that are not over; {self.seats} are the most: play"
                " some to their end, or leave those that have not begun"
            )
            error.retry = 60
            raise error


def _buckets(generous: float, times: int, whose: str) -> dict[str, Buckets]:
    return {
        name: Buckets(
            generous * times * quota.a_minute / 60,
            round(max(1.0, generous * times * quota.at_once)),
            f"{quota.what} of {whose}",
        )
        for name, quota in QUOTAS.items()
    }
