"""What is missing from a game, or wrong with it: ``rookery check``.

A short random run of what the tests prove at length, for a game that has no tests yet; and a look
at the files of its folder. Everything that is found says where it belongs.
"""

from rookery.checking.files import check_files, check_source_tree
from rookery.checking.findings import Findings
from rookery.checking.playing import check_play
from rookery.checking.words import check_words
from rookery.core.building import Unfinished
from rookery.core.kernel import reason
from rookery.errors import BrokenGame
from rookery.games import find

__all__ = ["Findings", "check"]


def check(name: str, *, ship: bool = False) -> Findings:
    """Look at everything; with ``ship`` also at what only a game of the house must have."""
    found = Findings(ship)
    try:
        game = find(name)
    except BrokenGame as error:
        cause = error.__cause__
        if isinstance(cause, Unfinished):
            for part, missing in cause.missing:
                found.fault(f"{part}.py", f"{missing} is missing")
        else:
            assert isinstance(cause, Exception)
            found.fault(_file_of(cause), reason(cause))
        return found
    check_play(game, found)
    check_files(game, found)
    check_words(game, found)
    check_source_tree(game, found)
    return found


def _file_of(error: Exception) -> str:
    """The file in which something went wrong while it was loaded."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename.replace("\\", "/").rpartition("/")[2]
    place = error.__traceback__
    name = "__init__.py"
    while place is not None:
        path = place.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/core/" not in path and path.endswith(".py"):
            name = path.rpartition("/")[2]
        place = place.tb_next
    return name
