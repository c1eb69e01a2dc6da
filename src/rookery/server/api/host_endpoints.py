"""Endpoints for whoever runs the server."""

from rookery.server.api.http import Call
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import Ready
from rookery.server.problems import Unprepared

#: Appends that may wait, and seconds that a bot may be waited for, while all is well.
MANY, LONG = 2000, 30.0


@endpoint("GET", "/ready", tag="server", guest=False, errors=("database_unavailable", "not_ready"))
async def ready(call: Call) -> Ready:
    """Whether database and bots keep up: visitors should be sent elsewhere while they do not."""
    hub = call.app.hub
    await hub.store.ping()
    waiting, longest, backlog = len(hub.waits), hub.waits.longest(), hub.store.backlog
    if backlog > MANY:
        raise Unprepared(f"{backlog} appends wait to be written; {MANY} would be many")
    if longest > LONG:
        raise Unprepared(f"a bot has been waited for {longest:.0f} s; {LONG:.0f} s would be long")
    bots = call.app.settings.bots
    return Ready("ok", backlog=backlog, bots=bots, waiting=waiting, longest=round(longest, 1))
