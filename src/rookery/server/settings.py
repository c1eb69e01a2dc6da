"""How a server is set up: by the command line, or by the environment for further processes."""

import os

import msgspec

#: Where ``rookery serve`` leaves the settings for the processes it starts.
VARIABLE = "ROOKERY_SETTINGS"


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be chosen about a server."""

    #: A path or URL; none: a file in the user's data folder.
    db: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    #: Server processes on the same port; more than one needs PostgreSQL.
    workers: int = 1
    #: Processes in which bots think, for each server process.
    bots: int = 1
    #: The least time a bot takes for an action, in seconds.
    pace: float = 0.6
    #: Requests a second that one guest may make, and how many at once; 0: any number.
    rate: float = 20.0
    burst: int = 100
    #: The same for one address, behind which a family may sit.
    address_rate: float = 200.0
    address_burst: int = 1000
    #: Open event streams.
    guest_streams: int = 20
    address_streams: int = 200
    #: The most bytes of a request's body.
    body: int = 65_536
    #: How long a request may take to arrive, in seconds.
    patience: float = 10.0
    #: How long a client may take to read what a stream sent it, in seconds.
    stuck: float = 20.0
    #: How many events may wait for a client that does not read them.
    backlog: int = 256
    #: Seconds between two signs of life on a quiet stream.
    heartbeat: float = 15.0
    #: Whether a proxy in front tells the visitors' addresses.
    proxy: bool = False
    #: Whether others than this machine may read the figures.
    public_metrics: bool = False


def from_environment() -> Settings:
    """The settings that a parent process left."""
    return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Settings)
