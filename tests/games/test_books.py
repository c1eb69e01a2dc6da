"""The rule book of each game tells every rule of the rule list, in every language."""

import pytest

import rookery
from rookery.core.folder import file_of
from rookery.core.language import LANGUAGES
from rookery.web.books import book

#: The letter of a game's rules, and how many it has.
RULES = {"party": ("P", 19), "ultimatum": ("U", 30), "pengqueen": ("Q", 27)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULES)
def test_the_book_has_every_rule_and_the_lesson_is_there(name: str, language: str) -> None:
    assert rookery.game(name).name == name
    text = book(name, language)
    assert text is not None
    blocks = [block for section in text.sections for block in section.blocks]
    rules = [name for kind, name, _ in blocks if kind == "rule"]
    letter, count = RULES[name]
    assert rules == [f"{letter}{number}" for number in range(1, count + 1)]
    assert file_of(name, f"book.{language}.txt")
    assert file_of(name, f"lessons/{language}.json")
