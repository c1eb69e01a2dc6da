"""Tests of the core's own parts."""
