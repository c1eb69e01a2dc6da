"""Penguin Party."""

SHORT = {"rounds": 1}
TAKES_BACK = {"allowed", "chance", "light"}
#: Marks of scenes that every match shows.
MARKED = {"placed"}
