"""Pyramid of Pengqueen, by Marcel-André Casasola Merkle: hunters, treasures, a blind mummy."""

from rookery.core.dispatch import gather
from rookery.core.game import Game
from rookery.core.scene import Stage
from rookery.core.steps import Steps
from rookery.games.pengqueen import features, greedy, policy, rules, spec, view
from rookery.games.pengqueen.actions import NUM_ACTIONS, read_action, write_action
from rookery.games.pengqueen.edition import compile_edition, remark_edition
from rookery.games.pengqueen.kinds import KINDS
from rookery.games.pengqueen.mapfile import parse_edition
from rookery.games.pengqueen.picture import draw_edition
from rookery.games.pengqueen.position import read_position, write_position
from rookery.games.pengqueen.scene import AIDS, backdrop, scene
from rookery.games.pengqueen.state import STATE
from rookery.games.pengqueen.steps import describe, show, veiled
from rookery.games.pengqueen.text import draw_text
from rookery.games.pengqueen.told import tell

GAME = Game(
    name="pengqueen",
    title=spec.TITLE,
    designer=spec.DESIGNER,
    summary=spec.SUMMARY,
    minutes=spec.MINUTES,
    rules_version=spec.RULES_VERSION,
    players=spec.PLAYERS,
    options=spec.OPTIONS,
    default_edition=spec.DEFAULT_EDITION,
    num_actions=NUM_ACTIONS,
    num_features=features.NUM_FEATURES,
    endings=spec.ENDINGS,
    score_name="victories",
    fewest_wins=False,
    package=__name__,
    dtype=STATE,
    functions=gather(rules, view, features, greedy, policy),
    setup=spec.setup,
    write_action=write_action,
    read_action=read_action,
    write_position=write_position,
    read_position=read_position,
    parse_edition=parse_edition,
    compile_edition=compile_edition,
    draw_text=draw_text,
    steps=Steps(KINDS, describe, show, veiled=veiled, lingers=frozenset({"announce"})),
    search=policy.SEARCH,
    draw_edition=draw_edition,
    remark_edition=remark_edition,
    stage=Stage(scene, tell, backdrop, AIDS),
)
