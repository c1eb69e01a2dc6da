"""The notebook runs from its first cell to its last, and shows what is kept in it.

``python -m tests.lab.test_notebook`` runs it and keeps what it shows now.
"""

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "lab.ipynb"
#: Pictures of a table bring their art along: those are drawn anew, not kept.
LARGEST = 20_000


def outputs(code: str, space: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell as a notebook does: what it prints, then its last expression as a picture."""
    body = ast.parse(code).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    said = StringIO()
    with redirect_stdout(said):
        exec(compile(ast.Module(body, []), "lab.ipynb", "exec"), space)  # noqa: S102 - our own
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "lab.ipynb", "eval"), space)  # noqa: S307
    made = []
    if said.getvalue():
        text = said.getvalue().splitlines(keepends=True)
        made.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        picture = value._repr_svg_()
        assert picture.startswith("<svg")
        if len(picture) <= LARGEST:
            data = {"image/svg+xml": [picture]}
            made.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return made


def run() -> tuple[str, str]:
    """The notebook as it is, and as it is once all cells were run."""
    kept = NOTEBOOK.read_text("utf-8")
    book = json.loads(kept)
    space: dict[str, Any] = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs("".join(cell["source"]), space)
    return kept, json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def test_the_notebook_shows_what_is_kept_in_it() -> None:
    kept, now = run()
    assert now == kept
    assert "image/svg+xml" in now


if __name__ == "__main__":
    NOTEBOOK.write_text(run()[1], "utf-8")
