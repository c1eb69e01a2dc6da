"""Pyramid of Pengqueen, by Marcel-André Casasola Merkle: hunters, treasures, a blind mummy."""

from rookery.core.game import Game

GAME = Game.of(__name__)
