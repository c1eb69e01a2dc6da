"""What went wrong, in a sentence for people: one for each code, in every language.

The message of an error names the offending value and is for whoever writes a client; the
sentence is for whoever sits in front of one.
"""

from rookery.core.language import mark, speech

#: By the code of the error.
TEXTS = {
    # Requests
    "bad_request": mark("The request could not be understood."),
    "not_found": mark("There is nothing here. The link may be wrong or too old."),
    "method_not_allowed": mark("That is not possible here."),
    "no_guest": mark("Please choose a nickname first."),
    "bad_token": mark("This link or sign-in is not valid here. Ask for a new one."),
    "not_host": mark("This is for the host of the server only."),
    "banned": mark("The host of this server does not let you in."),
    "maintenance": mark("The server is being looked after. New tables will be possible soon."),
    "not_yours": mark("You are not allowed to do that at this table."),
    "cross_site": mark("Another website tried to act for you. It was stopped."),
    "invalid_body": mark("Something in the request is missing or wrong."),
    "too_large": mark("That is too long."),
    "too_slow": mark("The request took too long to arrive. Please try again."),
    "too_many": mark("That was a bit too fast. Please wait a moment and try again."),
    "internal": mark("Something went wrong on the server. Please try again."),
    # Tables
    "stale": mark("Something has happened at the table in the meantime. Please look again."),
    "not_your_turn": mark("It is not your turn."),
    "wrong_time": mark("That is not possible at this point of the match."),
    "seat_taken": mark("That seat is taken."),
    "cannot_take_back": mark(
        "This action can no longer be taken back: something new has been learned since."
    ),
    "no_hints": mark("There are no hints at this table."),
    "too_long": mark("That takes too long for this server."),
    "not_ready": mark("The game is still being prepared. Please try again in a moment."),
    # Games
    "rookery_error": mark("That is not possible."),
    "unknown_game": mark("There is no such game here."),
    "broken_game": mark("This game is out of order. The others can be played."),
    "unknown_bot": mark("There is no such bot here."),
    "invalid_players": mark("This game cannot be played by that many players."),
    "invalid_option": mark("One of the settings does not fit."),
    "invalid_seed": mark("This number cannot decide a deal."),
    "invalid_seat": mark("There is no such seat at this table."),
    "unknown_edition": mark("There is no such edition of the game."),
    "invalid_edition": mark("This edition of the game has faults."),
    "invalid_position": mark("This position cannot be on the table."),
    "illegal_action": mark("The rules do not allow that now."),
    "unknown_action": mark("There is no such action in this game."),
    "match_over": mark("The match is over."),
    "nothing_to_undo": mark("There is nothing to take back."),
    "broken_save": mark("This saved match is damaged or has been changed."),
    "broken_net": mark("This bot’s net is damaged."),
    "broken_puzzles": mark("These puzzles are damaged."),
    "wrong_rules": mark("This match was played under another version of the rules."),
    # The arena, and what is installed; a server has no business with them.
    "invalid_arena": mark("These bots and matches make no contest."),
    "broken_results": mark("These results are damaged or belong to another contest."),
    "missing_extra": mark("This part of Rookery is not installed here."),
    "no_cluster": mark("The other computers cannot be reached."),
    # Where tables are kept
    "store_error": mark("The tables cannot be reached at the moment. Please try again."),
    "database_unavailable": mark("The tables cannot be reached at the moment. Please try again."),
    "database_full": mark("The server has no room left. Nothing was changed."),
    "database_read_only": mark("The server can only show tables at the moment, not change them."),
    "database_in_use": mark("The tables are in use elsewhere."),
    "damaged_log": mark("This table is damaged and cannot be shown. The host has been told."),
    "database_too_new": mark("The tables were kept by a newer version of Rookery."),
    "database_unusable": mark("The tables cannot be read."),
}


def text_of(code: str, language: str, sentence: str = "") -> str:
    """The sentence, or else that for the code; the most general one where there is none."""
    return speech(language).gettext(sentence or TEXTS.get(code, TEXTS["rookery_error"]))
