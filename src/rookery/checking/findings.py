"""What was found: faults, and notes about what a game can do without."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rookery.core.kernel import reason


@dataclass(frozen=True)
class Finding:
    """Something that is missing or wrong, and the file it belongs in."""

    where: str
    what: str


@dataclass
class Findings:
    """All that was found."""

    #: Whether what can be done without is asked for as well.
    ship: bool = False
    faults: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def fault(self, where: str, what: str) -> None:
        """Something is wrong; said once, however often it shows."""
        if (found := Finding(where, what)) not in self.faults:
            self.faults.append(found)

    def lack(self, where: str, what: str) -> None:
        """Something is not there: a fault in what is to be shipped, else worth a note."""
        if self.ship:
            self.fault(where, what)
        elif (found := Finding(where, what)) not in self.notes:
            self.notes.append(found)

    def expect(self, right: object, where: str, what: str) -> None:
        """A fault, unless something is so."""
        if not right:
            self.fault(where, what)

    @contextmanager
    def trying(self, where: str, what: str) -> Iterator[None]:
        """An error in here is a fault of the game."""
        try:
            yield
        except Exception as error:  # whatever a game's own code raises
            self.fault(where, f"{what}: {reason(error)}")
