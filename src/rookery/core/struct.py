"""Structs: small mutable objects that become JSON, what has its default left out.

The server sends thousands of them a second and needs msgspec for it. Where that is not installed
(research wants NumPy and Numba alone) dataclasses stand in: slower, but they do the same.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["Struct", "encode", "replace", "to_builtins"]

if TYPE_CHECKING:
    from msgspec import Struct, to_builtins
    from msgspec.json import encode
    from msgspec.structs import replace
else:
    try:
        from msgspec import Struct, to_builtins
        from msgspec.json import encode
        from msgspec.structs import replace
    except ImportError:
        import json
        from dataclasses import MISSING, dataclass, field, fields, replace
        from inspect import get_annotations

        class Struct:
            """What msgspec's does, as far as it is used here."""

            def __init_subclass__(cls, omit_defaults: bool = False, **_options: Any) -> None:
                cls._omits = omit_defaults
                for name in get_annotations(cls):
                    if isinstance(value := cls.__dict__.get(name), list | dict):
                        setattr(cls, name, field(default_factory=type(value)))
                dataclass(cls)

        def to_builtins(it: Any) -> Any:
            """Plain data."""
            if isinstance(it, list | tuple):
                return [to_builtins(each) for each in it]
            if isinstance(it, dict):
                return {key: to_builtins(each) for key, each in it.items()}
            if not isinstance(it, Struct):
                return it
            shown = {each.name: getattr(it, each.name) for each in fields(it)}
            usual = {each.name: _default(each) for each in fields(it)} if it._omits else {}
            return {
                name: to_builtins(value)
                for name, value in shown.items()
                if name not in usual or value != usual[name]
            }

        def _default(it: Any) -> Any:
            return it.default if it.default_factory is MISSING else it.default_factory()

        def encode(it: Any) -> bytes:
            """As JSON."""
            text = json.dumps(to_builtins(it), ensure_ascii=False, separators=(",", ":"))
            return text.encode()
