"""Penguin Party, by Reiner Knizia: build a pyramid together, keep no card in hand."""

from rookery.core.game import Game

GAME = Game.of(__name__)
