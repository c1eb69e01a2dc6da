"""Every error Rookery raises for a user's mistake, each with a stable code.

Programs match on ``code`` (or on the class); people read the message, which names the
offending value and says what would be right. None of them leaves a match changed.
"""

#: Characters of a value that an error names.
SHOWN = 200


def shown(value: object) -> str:
    """A value as an error names it: short, and without fail whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, lists in lists in lists
        return f"a {type(value).__name__} too large to be shown"
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


class RookeryError(ValueError):
    """The root of the tree: catch this to catch them all.

    >>> try:
    ...     rookery.game("chess")
    ... except rookery.RookeryError as error:
    ...     print(error.code)
    unknown_game
    """

    code = "rookery_error"


class UnknownGame(RookeryError):
    """No game of that name."""

    code = "unknown_game"


class BrokenGame(RookeryError):
    """A game whose files are there but cannot be loaded; ``rookery check`` says more."""

    code = "broken_game"


class UnknownBot(RookeryError):
    """No bot of that name."""

    code = "unknown_bot"


class InvalidPlayers(RookeryError):
    """A number of players the game cannot seat."""

    code = "invalid_players"


class InvalidOption(RookeryError):
    """An option the game does not have, or a value the option does not take."""

    code = "invalid_option"


class InvalidSeed(RookeryError):
    """A seed that is neither a whole number in range nor a 32-byte secret."""

    code = "invalid_seed"


class InvalidSeat(RookeryError):
    """A seat that is not at this table."""

    code = "invalid_seat"


class UnknownEdition(RookeryError):
    """Neither the name of a shipped edition nor a file that can be read."""

    code = "unknown_edition"


class InvalidEdition(RookeryError):
    """An edition with faults, one a line of the message."""

    code = "invalid_edition"

    @property
    def faults(self) -> list[str]:
        """Each fault by itself."""
        return str(self).splitlines()


class InvalidPosition(RookeryError):
    """A position that cannot be on the table, or a text that does not describe one."""

    code = "invalid_position"


class IllegalAction(RookeryError):
    """An action the rules do not allow now."""

    code = "illegal_action"


class UnknownAction(IllegalAction):
    """Not an action of this game at all: wrong type, out of range, or unreadable text."""

    code = "unknown_action"


class MatchOver(IllegalAction):
    """An action after the end."""

    code = "match_over"


class NothingToUndo(RookeryError):
    """The match stands at its first position."""

    code = "nothing_to_undo"


class BrokenSave(RookeryError):
    """A saved match that is damaged, edited or of another kind; names the line."""

    code = "broken_save"


class BrokenNet(RookeryError):
    """The file of a net that is damaged or was trained for something else."""

    code = "broken_net"


class BrokenPuzzles(RookeryError):
    """A file of puzzles that is damaged or of another game; names the line."""

    code = "broken_puzzles"


class WrongRules(BrokenSave):
    """A match saved under another version of the rules."""

    code = "wrong_rules"


class InvalidArena(RookeryError):
    """Bots or matches that make no contest: too many, too few, none."""

    code = "invalid_arena"


class BrokenResults(RookeryError):
    """A file of results that is damaged or belongs to another contest."""

    code = "broken_results"


class MissingExtra(RookeryError, ModuleNotFoundError):
    """A part of Rookery that is installed only on request."""

    code = "missing_extra"


class NoCluster(RookeryError):
    """No Ray cluster answers at that address."""

    code = "no_cluster"


class StoreError(RookeryError):
    """Something is wrong with the database that keeps the tables; the root of its errors."""

    code = "store_error"


class DatabaseUnavailable(StoreError):
    """The database does not answer: gone, locked, refusing. It may come back."""

    code = "database_unavailable"


class DatabaseFull(StoreError):
    """No room left where the database is."""

    code = "database_full"


class DatabaseReadOnly(StoreError):
    """The database can be read but not written."""

    code = "database_read_only"


class DatabaseInUse(StoreError):
    """Another server is at the database already."""

    code = "database_in_use"


class DamagedLog(StoreError):
    """A table whose log is not as it was written: entries changed, missing or impossible."""

    code = "damaged_log"


class DatabaseTooNew(StoreError):
    """The database was written by a newer Rookery."""

    code = "database_too_new"


class DatabaseUnusable(StoreError):
    """Not a database of Rookery's, a damaged one, or an address that names none."""

    code = "database_unusable"
