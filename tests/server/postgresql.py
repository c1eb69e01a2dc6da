"""A PostgreSQL server for tests, in a temporary folder, reached by a socket in it."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# No test pulls the machine's plug, so nothing has to reach the disk.
QUICK = ["fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=100"]
# The only user who needs a password; everybody else on this machine is trusted.
WARY = "wary"


def find() -> Path | None:
    """The folder with the newest initdb and postgres, or None."""
    places = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name)
    )
    if found := shutil.which("initdb"):
        places.append(Path(found).resolve().parent)
    usable = [p for p in places if (p / "initdb").exists() and (p / "postgres").exists()]
    return usable[-1] if usable else None


class Server:
    """A server that can be stopped and started again."""

    def __init__(self, programs: Path) -> None:
        # Not pytest's folder: PostgreSQL does not run as root, and another user cannot reach it.
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-pg-"))
        self._programs = programs
        self._user: dict[str, object] = {}
        if os.geteuid() == 0:
            names = [name for name in ("postgres", "nobody") if _exists(name)]
            account = pwd.getpwnam(names[0])
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        rules = data / "pg_hba.conf"
        rules.write_text(f"local all {WARY} scram-sha-256\n{rules.read_text()}")
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def url(self, database: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def fresh(self) -> str:
        """The URL of a new, empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, *statements: str, database: str = "postgres") -> None:
        import asyncpg

        async def run() -> None:
            connection = await asyncpg.connect(self.url(database))
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        asyncio.run(run())

    def start(self) -> None:
        settings = [word for setting in QUICK for word in ("-c", setting)]
        command = [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *settings],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._user,  # type: ignore[call-overload]
            )
        for _ in range(600):
            try:
                self.execute("SELECT 1")
            except Exception:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return
        raise AssertionError("PostgreSQL does not start")

    def stop(self) -> None:
        """End it at once, as if it had crashed, but let it clean up."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(300)
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: object) -> None:
        subprocess.run(
            [self._programs / program, *map(str, words)],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._user,  # type: ignore[call-overload]
        )


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
