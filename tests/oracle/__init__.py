"""Slow, obvious rules of the games, against which the real ones are checked."""
