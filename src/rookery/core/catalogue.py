"""Catalogues: translations are read from the .po files that people edit, without a step between."""

import re
import struct
from ast import literal_eval
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

_LINE = re.compile(r'(msg\w+(?:\[\d\])?)\s+(".*")')
_UNSURE = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
_MAGIC = 0x950412DE


def read(path: Path) -> GNUTranslations | None:
    """The translations of a file; None if it is not there."""
    return GNUTranslations(BytesIO(_load(path))) if path.is_file() else None


@cache
def _load(path: Path) -> bytes:
    return compiled(path.read_text("utf-8"))


def compiled(text: str) -> bytes:
    """A catalogue as ``gettext`` reads it: the .mo format, texts in the order of their ids."""
    texts = sorted((key.encode(), value.encode()) for key, value in _entries(text).items())
    start = 7 * 4
    at = start + 2 * 8 * len(texts)
    table, data = b"", b""
    for column in (0, 1):
        for entry in texts:
            table += struct.pack("<II", len(entry[column]), at + len(data))
            data += entry[column] + b"\0"
    second = start + 8 * len(texts)
    return struct.pack("<7I", _MAGIC, 0, len(texts), start, second, 0, at) + table + data


def _entries(text: str) -> dict[str, str]:
    """All that is translated; several forms are separated as the .mo format wants it."""
    found = {}
    for block in re.split(r"\n\s*\n", text):
        parts = {} if _UNSURE.search(block) else _parts(block)
        forms = [parts[key] for key in sorted(parts) if key.startswith("msgstr")]
        if "msgid" in parts and all(forms):
            context = f"{parts['msgctxt']}\4" if "msgctxt" in parts else ""
            plural = f"\0{parts['msgid_plural']}" if "msgid_plural" in parts else ""
            found[context + parts["msgid"] + plural] = "\0".join(forms)
    return found


def _parts(block: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    key = ""
    for line in block.splitlines():
        if begun := _LINE.match(line):
            key = begun[1]
            parts[key] = literal_eval(begun[2])
        elif line.startswith('"'):
            parts[key] += literal_eval(line)
    return parts
