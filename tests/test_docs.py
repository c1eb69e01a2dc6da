"""The documentation is true: its code runs, its links lead somewhere, its tables are complete."""

import re
from pathlib import Path

import pytest

import rookery
from rookery.cli import COMMANDS
from rookery.core import dispatch

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")]


def code_blocks() -> list[object]:
    blocks = []
    for page in PAGES:
        found = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S)
        for number, code in enumerate(found):
            blocks.append(pytest.param(code, id=f"{page.name}-{number}"))
    return blocks


@pytest.mark.parametrize("code", code_blocks())
def test_the_code_in_the_documentation_runs(code: str) -> None:
    exec(compile(code, "documentation", "exec"), {})  # noqa: S102 - our own pages


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_first_page_for_newcomers_names_files_and_functions_that_exist() -> None:
    text = (ROOT / "docs" / "first-15-minutes.md").read_text("utf-8")
    source = ROOT / "src" / "rookery"
    paths = re.findall(r"`((?:bots|cli|core|games|search|server|web)/[\w./-]*)`", text)
    assert len(paths) > 15
    for path in paths:
        assert (source / path).exists(), path
    for path in re.findall(r"\b((?:tests|tools|bench)/[\w./-]*\w)", text):
        assert (ROOT / path).exists(), path
    named = re.findall(r"^\| \d+ \| `([^`]+)`, `([^`]+)` \|", text, re.M)
    assert len(named) > 4
    for path, name in named:
        if not (source / name).exists():
            assert f"{name.split('.')[-1]}(" in (source / path).read_text("utf-8"), name


def test_every_error_is_documented() -> None:
    text = (ROOT / "docs" / "library.md").read_text("utf-8")
    for name, kind in vars(rookery.errors).items():
        if isinstance(kind, type) and issubclass(kind, rookery.RookeryError):
            assert f"| `{name}` | `{kind.code}` |" in text


@pytest.mark.parametrize("name", rookery.games())
def test_a_game_s_page_has_all_options_and_editions(name: str) -> None:
    game, page = rookery.game(name), ROOT / "docs" / f"{name}.md"
    if not page.exists():
        pytest.skip(f"there is no docs/{name}.md; 'rookery check --ship {name}' asks for it")
    text = page.read_text("utf-8")
    assert game.designer in text
    assert "independent implementation" in text
    for word in (*game.options, *game.editions):
        assert f"`{word}`" in text, word
    assert str(game.dtype.itemsize) in text.replace(",", "")
    assert f"## {name}" in (ROOT / "docs" / "formats.md").read_text("utf-8")


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"rookery {command.__name__.split('.')[-1]}" in text


def test_the_steps_for_a_new_game_name_every_function_it_owes() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name in dispatch.required():
        assert f"`{name}`" in text or f"{name}.py" in text, name
