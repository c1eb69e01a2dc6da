"""The worked example of the printed rules, with the shipped dots (U3)."""

import rookery
from rookery.web.making import source, staged

STEPS = {
    "nw": (-1, -1),
    "n": (0, -1),
    "ne": (1, -1),
    "w": (-1, 0),
    "e": (1, 0),
    "sw": (-1, 1),
    "s": (0, 1),
    "se": (1, 1),
}
SIZE = 8


def off(points: list[str], column: int, row: int) -> list[str]:
    """The dots that point off the iceberg from there."""
    size = range(SIZE)
    return [
        point
        for point in points
        if column + STEPS[point][0] not in size or row + STEPS[point][1] not in size
    ]


def test_upright_at_an_edge_only_the_lower_right_dot_of_the_dancing_seal_is_off() -> None:
    # U3: four dots; the lower right one is off the iceberg, the other three are on it.
    seal = rookery.game("ultimatum").edition().data["dots"]["Rd"]
    assert len(seal) == 4
    inside = range(1, SIZE - 1)
    edges = [(SIZE - 1, row) for row in inside] + [(column, SIZE - 1) for column in inside]
    assert any(off(seal, *cell) == ["se"] for cell in edges)


def test_the_example_plays_as_it_is_told() -> None:
    # U18, U20 to U22: the second blue penguin fills the third dot; two red and two blue ones of
    # five are amused; with 9, 6 and 0 points the 6 gets the card.
    match = staged("ultimatum", source("ultimatum", "figures.json")["show"])
    assert match.edition.name == rookery.game("ultimatum").default_edition
    cells = match.to_dict()["cells"]
    assert off(match.edition.data["dots"][cells["h4"]], 7, 3) == ["se"]
    match.play("show h4")
    (show,) = [step.to_dict() for step in match.steps() if step.to_dict()["kind"] == "show"]
    amused = {(cells[it["cell"]][0], it["seat"], it["points"]) for it in show["amused"]}
    assert amused == {("r", 0, 5), ("b", 0, 4), ("r", 1, 4), ("b", 1, 2)}
    assert show["to"] == 1
