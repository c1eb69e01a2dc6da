"""Penguin Party, by Reiner Knizia: build a pyramid together, keep no card in hand."""

from rookery.core.dispatch import gather
from rookery.core.game import Game
from rookery.core.scene import Stage
from rookery.core.steps import Steps
from rookery.games.party import greedy, policy, rules, spec, view
from rookery.games.party.actions import NUM_ACTIONS, read_action, write_action
from rookery.games.party.edition import compile_edition, parse_edition
from rookery.games.party.position import read_position, write_position
from rookery.games.party.scene import scene
from rookery.games.party.state import STATE
from rookery.games.party.steps import KINDS, describe
from rookery.games.party.text import draw_text
from rookery.games.party.told import tell

GAME = Game(
    name="party",
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
    score_name="penalty points",
    fewest_wins=True,
    package=__name__,
    dtype=STATE,
    functions=gather(rules, view, greedy, policy),
    setup=spec.setup,
    write_action=write_action,
    read_action=read_action,
    write_position=write_position,
    read_position=read_position,
    parse_edition=parse_edition,
    compile_edition=compile_edition,
    draw_text=draw_text,
    steps=Steps(KINDS, describe),
    stage=Stage(scene, tell),
    search=policy.SEARCH,
)
