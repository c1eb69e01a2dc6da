"""The client's modules without a browser: types, texts, QR codes."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.web.helpers import HERE, WEB, node, node_modules

STATIC = WEB / "static"
MODULES = sorted(STATIC.glob("*.js"))


def test_types_fit() -> None:
    tsc = node_modules() / ".bin/tsc"
    done = subprocess.run(
        [tsc, "--project", WEB / "jsconfig.json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_short_and_need_nobody_else(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") < 400
    assert not re.findall(r"innerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    for name in re.findall(r'(?:from|import) "([^"]+)"', text):
        assert (STATIC / name).exists(), name
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_client_speaks_every_language(language: str) -> None:
    texts = json.loads((STATIC / f"text/{language}.json").read_text("utf-8"))
    for path in MODULES:
        for said in re.findall(r'\bt\(\s*"([^"]+)"', path.read_text("utf-8")):
            assert texts.get(said), said


def test_qr_codes_are_corrected_as_the_standard_says() -> None:
    # The usual example: "HELLO WORLD" in version 1, level M.
    data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    code = f"import {{correction}} from '{STATIC / 'qr.js'}'; console.log(JSON.stringify("
    found = json.loads(node(f"{code}correction({data}, 10)))"))
    assert found == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


def test_qr_codes_are_those_of_another_encoder() -> None:
    vectors = json.loads((HERE / "qr-vectors.json").read_text("utf-8"))
    asked = json.dumps([[it["text"], it["mask"]] for it in vectors])
    code = f"""
        import {{ encode }} from '{STATIC / "qr.js"}';
        const rows = ([text, mask]) => encode(text, mask).map((row) => row.map(Number).join(""));
        console.log(JSON.stringify({asked}.map(rows)));
    """
    for vector, rows in zip(vectors, json.loads(node(code)), strict=True):
        assert len(rows) == vector["size"]
        digest = hashlib.sha256("\n".join(rows).encode()).hexdigest()
        assert digest == vector["sha256"], vector
