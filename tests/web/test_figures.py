"""Figures show what the books say of them, and numbers are the same in every language."""

import re
from statistics import mean
from typing import Any

import pytest

import rookery
from rookery.core.language import LANGUAGES
from rookery.core.match import Match
from rookery.web.books import book
from rookery.web.making import source, staged

FIGURES = [
    pytest.param(game, name, spec, id=f"{game}-{name}")
    for game in rookery.games()
    for name, spec in ((rookery.game(game) and source(game, "figures.json")) or {}).items()
    if "position" in spec
]


def told(match: Match, place: str) -> Any:
    """A place of a position; what is legal and who has won are places, too."""
    found: Any = match.to_dict() | {
        "legal": sorted(match.notation(action) for action in match.legal()),
        "winners": match.winners() if match.over else None,
        "final": match.scores() if match.over else None,
    }
    for key in place.split("."):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


@pytest.mark.parametrize(("game", "name", "spec"), FIGURES)
def test_a_figure_is_what_the_text_says(game: str, name: str, spec: dict[str, Any]) -> None:
    assert spec["claims"], "nobody would notice if this figure showed something else"
    for claim in spec["claims"]:
        changed = spec["position"] | claim.get("with", {})
        match = staged(game, spec | {"position": changed})
        for action in claim.get("play", []):
            match.play(action)
        found = told(match, claim["at"])
        if "like" in claim:
            found = [text for text in found if re.fullmatch(claim["like"], text)]
        assert found == claim["is"], claim
        for language in LANGUAGES:
            assert_said(game, language, name, claim)


def assert_said(game: str, language: str, name: str, claim: dict[str, Any]) -> None:
    """``says``: numbers that the section around the figure names, in every language."""
    text = book(game, language)
    assert text is not None
    parts = [part for part in text.sections if ("figure", name) in {it[:2] for it in part.blocks}]
    said = " ".join(block[2] for part in parts for block in part.blocks)
    numbers = re.findall(r"\d+", said)
    for number in claim.get("says", []):
        assert str(number) in numbers, (language, claim)


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("game", rookery.games())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_says_the_same_numbers(game: str, language: str) -> None:
    english, other = book(game, "en"), book(game, language)
    assert english is not None
    assert other is not None
    assert english.marks == other.marks
    for one, two in zip(english.sections, other.sections, strict=True):
        for block, again in zip(one.blocks, two.blocks, strict=True):
            assert numbers(block[2]) == numbers(again[2]), (block, again)
            assert re.findall(r"\[\[.*?\]\]", block[2]) == re.findall(r"\[\[.*?\]\]", again[2])


@pytest.mark.parametrize(
    ("game", "marked"),
    [
        ("ultimatum", ["U3", "U9", "U15", "U22", "U29"]),
        ("pengqueen", ["Q2", "Q3", "Q9", "Q19"]),
    ],
)
def test_rulings_and_reconstructions_are_marked(game: str, marked: list[str]) -> None:
    found = book(game, "en")
    assert found is not None
    assert set(marked) <= set(found.marks)


def test_large_numbers_blur_a_trail_most() -> None:
    # What the tip for hunters says: about 2 cells after a 1, six or seven after a 4 (Q27).
    edition = rookery.game("pengqueen").edition()
    ends = (edition.data["entrance"], edition.data["sarcophagus"])
    beside: dict[str, list[str]] = {cell: [] for cell in edition.data["cells"]}
    for one, other in edition.data["links"]:
        for here, there in ((one, other), (other, one)):
            if there not in ends:
                beside[here].append(there)
    inside = [cell for cell in beside if cell not in ends]

    def spread(steps: int) -> float:
        sizes = []
        for cell in inside:
            reached = {cell}
            for _ in range(steps):
                reached = {there for here in reached for there in beside[here]}
            sizes.append(len(reached))
        return mean(sizes)

    assert round(spread(1), 1) == 2.0
    assert round(spread(4), 1) == 6.5
    assert spread(1) < spread(2) < spread(3) < spread(4)
