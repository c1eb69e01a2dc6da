"""Pyramid of Pengqueen."""
