import pytest

import rookery
from rookery.core.folder import file_of
from rookery.core.language import LANGUAGES
from rookery.web.books import book

NAME = rookery.game("party").name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_has_every_rule_and_the_lesson_is_there(language: str) -> None:
    text = book(NAME, language)
    assert text is not None
    blocks = [block for section in text.sections for block in section.blocks]
    rules = [name for kind, name, _ in blocks if kind == "rule"]
    assert rules == [f"P{number}" for number in range(1, 20)]
    assert file_of(NAME, f"book.{language}.txt")
    assert file_of(NAME, f"lessons/{language}.json")
