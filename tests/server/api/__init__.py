"""Tests of the tables over HTTP."""
