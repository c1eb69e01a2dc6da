"""The Penguin Ultimatum, by Jim Doherty: invite penguins to the shows they like."""

from rookery.core.dispatch import gather
from rookery.core.game import Game
from rookery.core.scene import Stage
from rookery.core.steps import Steps
from rookery.games.ultimatum import greedy, policy, rules, shows, spec, view
from rookery.games.ultimatum.actions import NUM_ACTIONS, read_action, write_action
from rookery.games.ultimatum.edition import compile_edition, parse_edition, remark_edition
from rookery.games.ultimatum.picture import draw_edition
from rookery.games.ultimatum.position import read_position, write_position
from rookery.games.ultimatum.scene import backdrop, scene
from rookery.games.ultimatum.state import KINDS, STATE
from rookery.games.ultimatum.steps import describe, show
from rookery.games.ultimatum.text import draw_text
from rookery.games.ultimatum.told import tell

GAME = Game(
    name="ultimatum",
    title=spec.TITLE,
    designer=spec.DESIGNER,
    summary=spec.SUMMARY,
    minutes=spec.MINUTES,
    rules_version=spec.RULES_VERSION,
    players=spec.PLAYERS,
    options=spec.OPTIONS,
    default_edition=spec.DEFAULT_EDITION,
    num_actions=NUM_ACTIONS,
    num_features=view.NUM_FEATURES,
    endings=spec.ENDINGS,
    score_name="points",
    fewest_wins=False,
    package=__name__,
    dtype=STATE,
    functions=gather(rules, shows, view, greedy, policy),
    setup=spec.setup,
    write_action=write_action,
    read_action=read_action,
    write_position=write_position,
    read_position=read_position,
    parse_edition=parse_edition,
    compile_edition=compile_edition,
    draw_text=draw_text,
    draw_edition=draw_edition,
    steps=Steps(KINDS, describe, show),
    stage=Stage(scene, tell, backdrop),
    remark_edition=remark_edition,
)
