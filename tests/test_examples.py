"""The examples in docstrings are true: each one runs, and what users call has one."""

import doctest
import inspect
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import rookery

SOURCE = Path(rookery.__file__).parent
README = SOURCE.parent.parent / "README.md"


def modules() -> list[str]:
    """Those whose text has an example; importing all of them would need every extra."""
    found = pkgutil.walk_packages([str(SOURCE)], "rookery.", onerror=lambda name: None)
    names = ["rookery", *(module.name for module in found)]
    paths = {name: SOURCE.joinpath(*name.split(".")[1:]) for name in names}
    files = {n: p / "__init__.py" if p.is_dir() else p.with_suffix(".py") for n, p in paths.items()}
    return [n for n, f in files.items() if f.exists() and ">>> " in f.read_text("utf-8")]


def examples() -> list[object]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = []
    for name in modules():
        try:
            module = import_module(name)
        except ModuleNotFoundError as missing:
            assert name.startswith("rookery.lab."), missing  # tests/lab runs the examples there
            continue
        for test in finder.find(module, name, extraglobs={"rookery": rookery}):
            if test.examples:
                found.append(pytest.param(test, id=test.name))
    return found


@pytest.mark.parametrize("test", examples())
def test_the_examples_in_docstrings_run(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)


def promised() -> list[str]:
    """What the README's table of the interface lists: functions, methods and properties."""
    text = README.read_text("utf-8")
    table = text.split("## The interface in one screen")[1].split("\n## ")[0]
    return sorted(set(re.findall(r"\b((?:rookery|game|match)\.[a-z_]+)\(", table)))


@pytest.mark.parametrize("name", promised())
def test_what_the_readme_lists_has_an_example(name: str) -> None:
    owner, _, attribute = name.partition(".")
    holder = {"rookery": rookery, "game": rookery.Game, "match": rookery.Match}[owner]
    assert ">>> " in (inspect.getdoc(getattr(holder, attribute)) or ""), name


def test_the_readme_s_table_is_found() -> None:
    assert {"rookery.game", "game.start", "match.play", "match.redeal"} <= set(promised())
