"""The Penguin Ultimatum, by Jim Doherty: invite penguins to the shows they like."""

from rookery.core.game import Game

GAME = Game.of(__name__)
