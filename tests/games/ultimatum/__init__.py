"""The Penguin Ultimatum."""

SHORT = {"width": 6, "height": 6}
#: Nothing comes to light without chance.
TAKES_BACK = {"allowed", "chance"}
#: Marks of scenes that every match shows.
MARKED = {"placed"}
