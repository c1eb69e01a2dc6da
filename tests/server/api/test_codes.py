"""QR codes of links."""

import re

import segno

from rookery.server.api.code_endpoints import qr_code
from tests.server.api.client import Guest


def test_the_path_draws_the_modules_of_the_code() -> None:
    link = "http://192.168.1.20:8000/t/0123456789?invite=" + "aB3-_" * 20
    drawn = qr_code(link)
    grid = [[0] * drawn.size for _ in range(drawn.size)]
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", drawn.path):
        assert width == back
        for at in range(int(x), int(x) + int(width)):
            grid[int(y)][at] += 1
    wanted = segno.make_qr(link, error="m").matrix_iter(border=4)
    assert grid == [list(row) for row in wanted]


def test_a_guest_gets_the_code_of_a_link(mira: Guest) -> None:
    found = mira.post("/qr", text="http://127.0.0.1/t/0123456789")
    assert found["size"] >= 21 + 8
    assert found["path"].startswith("M4 4h7v1h-7z")
    assert mira.cannot_post("/qr", text="").code == "invalid_body"
    assert mira.cannot_post("/qr", text="x" * 1001).code == "invalid_body"
