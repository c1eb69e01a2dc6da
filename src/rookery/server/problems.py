"""What can go wrong in a request, as errors with a stable code and an HTTP status."""

from rookery.core.language import mark
from rookery.errors import RookeryError


class Problem(RookeryError):
    """The root of what only a server can raise."""

    code = "bad_request"
    status = 400
    #: What people are told, where more can be said than what the code has (``api/texts.py``).
    sentence = ""


class NotFound(Problem):
    """No table, page or thing of that name."""

    code = "not_found"
    status = 404


class MethodNotAllowed(Problem):
    """There is something there, but it cannot be asked for in that way."""

    code = "method_not_allowed"
    status = 405
    #: The methods that are possible.
    allowed: tuple[str, ...] = ()


class NoGuest(Problem):
    """The request does not say who it comes from."""

    code = "no_guest"
    status = 401


class BadToken(Problem):
    """A token, link or invitation that was not made here, or not for this."""

    code = "bad_token"
    status = 401


class NotHost(Problem):
    """Only the host of the server may do that."""

    code = "not_host"
    status = 401


class Banned(Problem):
    """Somebody whom the host does not let in."""

    code = "banned"
    status = 403


class NotYours(Problem):
    """A seat or table of somebody else."""

    code = "not_yours"
    status = 403


class ByInvitation(NotYours):
    """A table for those who were invited."""

    sentence = mark(
        "This table is for those who were invited. Ask somebody who plays there for the link."
        " When the match is over, everybody can look at it."
    )


class NotWatched(NotYours):
    """A table without spectators."""

    sentence = mark(
        "This table is played without spectators. When the match is over, everybody can look at it."
    )


class CrossSite(Problem):
    """A page of another site tried to use the visitor's cookie."""

    code = "cross_site"
    status = 403


class InvalidBody(Problem):
    """A body or query that is not JSON, or not of the expected shape."""

    code = "invalid_body"
    status = 422


class TooLarge(Problem):
    """A body, or an address, that is too long."""

    code = "too_large"
    status = 413


class TooSlow(Problem):
    """A body that did not come in time."""

    code = "too_slow"
    status = 408


class TooMany(Problem):
    """More requests or streams than one visitor may have."""

    code = "too_many"
    status = 429
    #: In how many seconds to try again.
    retry = 1


class Stale(Problem):
    """Something happened that the request did not know of; look again."""

    code = "stale"
    status = 409


class NotYourTurn(Problem):
    """Another seat is to decide."""

    code = "not_your_turn"
    status = 409


class WrongTime(Problem):
    """Not before the start, not after it, or not before the end."""

    code = "wrong_time"
    status = 409


class SeatTaken(Problem):
    """The seat, or every seat, is taken."""

    code = "seat_taken"
    status = 409


class NoHints(Problem):
    """A table at which bots give no hints."""

    code = "no_hints"
    status = 403


class CannotTakeBack(Problem):
    """Somebody has learned something from the action, or played since."""

    code = "cannot_take_back"
    status = 409


class Maintenance(Problem):
    """The host lets nobody open tables for now."""

    code = "maintenance"
    status = 503


class Unprepared(Problem):
    """The rules are still being compiled."""

    code = "not_ready"
    status = 503
