"""A library that is missing: the error says which extra brings it."""

import sys
from importlib import import_module

import pytest

import rookery


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("spaces", "gymnasium", "lab"),
        ("gymnasium", "gymnasium", "lab"),
        ("pettingzoo", "pettingzoo", "lab"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, missing: str, extra: str
) -> None:
    monkeypatch.delitem(sys.modules, f"rookery.lab.{module}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(rookery.MissingExtra, match=f"{missing} is .* 'rookery.{extra}.' brings it"):
        import_module(f"rookery.lab.{module}")
    with pytest.raises(ImportError) as caught:
        import_module(f"rookery.lab.{module}")
    assert caught.value.name == missing
