"""Catalogues as people write them, read as gettext reads them."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import rookery
from rookery.core.catalogue import compiled, read

ROOT = Path(rookery.__file__).parent
TEXT = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

#: somewhere.py
msgid "a \"fish\""
msgstr "un \\poisson\\ "
"é"

msgctxt "verb"
msgid "fish"
msgstr "pêcher"

msgid "{count} fish"
msgid_plural "{count} fishes"
msgstr[0] "{count} poisson"
msgstr[1] "{count} poissons"

msgid "not yet"
msgstr ""

#, fuzzy, python-brace-format
msgid "unsure"
msgstr "peut-être"

#~ msgid "gone"
#~ msgstr "parti"
"""


def test_every_form_of_an_entry_is_read() -> None:
    found = GNUTranslations(BytesIO(compiled(TEXT)))
    assert found.gettext('a "fish"') == "un \\poisson\\ é"
    assert (found.pgettext("verb", "fish"), found.gettext("fish")) == ("pêcher", "fish")
    several = [found.ngettext("{count} fish", "{count} fishes", n) for n in (0, 1, 2)]
    assert several == ["{count} poisson", "{count} poisson", "{count} poissons"]
    assert [found.gettext(it) for it in ("not yet", "unsure", "gone")] == [
        "not yet",
        "unsure",
        "gone",
    ]


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.po")), ids=lambda path: path.stem)
def test_what_is_shipped_is_read_as_babel_reads_it(path: Path) -> None:
    found = read(path)
    assert found is not None
    with path.open("rb") as file:
        wanted = [it for it in read_po(file) if it.id and all(it.string) and not it.fuzzy]
    for it in wanted:
        if isinstance(it.id, tuple):
            assert tuple(found.ngettext(*it.id, n) for n in (1, 5)) == it.string
        elif it.context:
            assert found.pgettext(it.context, it.id) == it.string
        else:
            assert found.gettext(it.id) == (it.string or it.id)


def test_a_file_that_is_not_there_has_no_translations(tmp_path: Path) -> None:
    assert read(tmp_path / "fr.po") is None
