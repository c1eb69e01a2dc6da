"""Behind a real nginx, with the file of deploy/: streams, HTTP/2, visitors' addresses."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from rookery.server.settings import Settings
from tests.server.faults.forked import ROOT
from tests.server.faults.threaded import FREE, Served, until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NAME = "tables.example.org"
TOKEN = "a token of the host's"  # noqa: S105
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
{site}
}}
"""


@dataclass
class Site:
    """The site as visitors see it."""

    served: Served
    plain: int
    secure: int
    certificate: Path

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A visitor, from one of this machine's addresses."""
        way = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(base_url=self.url, transport=way, timeout=180)

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.secure}/api/v1"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def configured(site: Site, folder: Path) -> str:
    """The file of ``deploy/``, for a machine without a name and without root."""
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    changes = {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{site.plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{site.secure} ssl http2;",
        "http://127.0.0.1:8000": site.served.address,
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(site.certificate),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(site.certificate.with_suffix(".key")),
    }
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return AROUND.format(folder=folder, site=text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx)")
    folder = tmp_path_factory.mktemp("nginx")
    certificate = folder / "site.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    make += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-out", str(certificate)]
    make += ["-keyout", str(certificate.with_suffix(".key"))]
    subprocess.run(make, check=True, capture_output=True)
    settings = Settings(db=str(folder / "t.db"), bots=0, proxy=True, admin_token=TOKEN, **FREE)
    found = Site(Served(settings), free_port(), free_port(), certificate)
    file = folder / "nginx.conf"
    file.write_text(configured(found, folder))
    nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(file)], stderr=subprocess.PIPE)
    try:
        until(lambda: nginx.poll() is not None or _answers(found.secure), "nginx")
        assert nginx.poll() is None, nginx.stderr and nginx.stderr.read()
        yield found
    finally:
        nginx.terminate()
        nginx.communicate()
        found.served.close()


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_events_come_at_once_and_not_when_a_buffer_is_full(site: Site) -> None:
    with site.client() as mira:
        who = mira.post("/guests", json={"name": "Mira"})
        assert "Secure" in who.headers["set-cookie"]  # it knows that this is HTTPS
        mira.headers["authorization"] = "Bearer " + who.json()["token"]
        seats = [{"kind": "me"}, {"kind": "me"}]
        table = mira.post("/tables", json={"game": "party", "seats": seats, "start": True})
        name = table.json()["id"]
        with mira.stream("GET", f"/tables/{name}/events?seat=0") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            parts = stream.iter_raw()
            heard = next(parts)
            while b"\n\n" not in heard.partition(b"data: ")[2]:
                heard += next(parts)
            with site.client() as same:
                same.headers.update(mira.headers)
                for seat in (0, 1):
                    scene = same.get(f"/tables/{name}/scene?seat={seat}").json()["scene"]
                    if scene["choices"]:
                        body = {"seat": seat, "action": scene["choices"][0]["action"]}
                        same.post(f"/tables/{name}/actions", json=body)
                        break
            # A few kilobytes, far less than a buffer: without waiting for more.
            assert b"data: " in next(parts)


def test_visitors_are_known_by_their_own_addresses(site: Site) -> None:
    host = {"x-rookery-admin": TOKEN}
    with site.client() as one, site.client("127.0.0.2") as other:
        # What a visitor says about itself is not believed.
        lie = {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http"}
        body = {"kind": "address", "who": "127.0.0.2"}
        assert one.post("/admin/ban", json=body, headers=host).status_code == 200
        assert one.get("/health").status_code == 200
        assert other.get("/health", headers=lie).json()["error"]["code"] == "banned"
        assert one.post("/admin/lift", json=body, headers=host).status_code == 200
        assert other.get("/health").status_code == 200


def test_figures_stay_at_home_and_plain_requests_are_sent_on(site: Site) -> None:
    with site.client() as one:
        assert one.get("/metrics").status_code == 404
    plain = httpx.get(f"http://127.0.0.1:{site.plain}/t/x?y", headers={"host": NAME})
    assert plain.status_code == 301
    assert plain.headers["location"] == f"https://{NAME}/t/x?y"
    url = f"http://127.0.0.1:{site.served.address.rpartition(':')[2]}/api/v1/metrics"
    assert httpx.get(url).status_code == 200


def test_it_speaks_http_2(site: Site) -> None:
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")
    command = [curl, "-sk", "--http2", "-o", "/dev/null", "-w", "%{http_version} %{http_code}"]
    answer = subprocess.run([*command, site.url + "/health"], check=True, capture_output=True)
    assert answer.stdout == b"2 200"
