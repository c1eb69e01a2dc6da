"""Pyramid of Pengqueen."""

#: Hands that choose at random find few treasures: a match could go on for 200 rounds.
SHORT = {"limit": 5}
TAKES_BACK = {"allowed", "chance", "light"}
#: Marks of scenes that every match shows.
MARKED = {"placed"}
