"""What a search is set to: as usual, as suits a game, and as its champions think in each role."""

from rookery.core.game import Game
from rookery.core.record import Records, copy

#: What a search is set to; games say what suits them better (``Game.search``).
SETTINGS = {
    "exploration": 0.7,  # how strongly trusted and little-tried actions pull
    "widening": 1.5,  # a node opens 1 + widening * sqrt(visits) actions
    "even": 0.1,  # the part of the trust that all actions share alike: trust may err
    "doubts": 0,  # of 16 reflexes of a playout, those compared with a random action
    "recall": 0.0,  # where playouts learn: how strongly what served elsewhere pulls in the tree
    "regard": 0.0,  # what a victory of another seat in the same role is worth, beside one's own
    "alike": 0.03,  # so near, in spreads of rewards, two actions need not be told apart
    "worlds": 0,  # how many worlds to believe in, where the past is known; 0: all alike
    "net": 1,  # when a net is asked what becomes of a line, if there is one: memory.AT_ONCE …
    "advised": 1,  # whether it is asked which actions to try first, too
    "foretells": 0.0,  # how far others are held to choose as it advises, and not by habit
    "guessed": 0.0,  # how far its guesses at hidden things are gone by, not what was followed
    "nearer": 0,  # how many decisions sooner than the game says a line ends
    "reads": 1,  # whether it pays in this game to go by what the others did
    "fresh": 0.1,  # the part of all worlds that is drawn as if nothing was known of the others
    "heat": 4.0,  # how closely others are held to keep to their rating of actions
    "strange": 0.1,  # how often they are held to do anything
}

#: What a search without a net is set to, whatever else was asked for.
NO_NET = {"net": 0, "advised": 0, "guessed": 0.0, "nearer": 0}


def settings_of(game: Game, **settings: float) -> dict[str, float]:
    """What a search of this game is set to."""
    sign = -1 if game.fewest_wins else 1
    return {**SETTINGS, **game.search, **settings, "sign": sign}


def as_champion(
    game: Game, settings: dict[str, float], role: int, players: int, learned: bool
) -> dict[str, float]:
    """The same, where the game's champions differ in this role, or in it with so many players.

    Those with a net, which have learned from matches, may differ again.
    """
    for given in (game.champion, game.learned if learned else {}):
        for key in (role, (role, players)):
            settings = {**settings, **given.get(key, {})}
    return settings


def tempered(game: Game, printed: Records, settings: dict[str, float]) -> Records:
    """What is printed, in a copy that says how the game's own functions are set, if they are."""
    temper = {name: settings[name] for name in game.temper if name in settings}
    if temper:
        printed = copy(printed)
        for name, value in temper.items():
            printed["temper"][name] = value
    return printed
