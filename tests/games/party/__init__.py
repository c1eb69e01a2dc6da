"""Penguin Party."""
