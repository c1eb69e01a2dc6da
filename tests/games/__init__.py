"""Tests of each game's own rules."""
