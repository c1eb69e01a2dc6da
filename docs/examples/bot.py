"""A bot of your own: python bot.py http://127.0.0.1:8000 TABLE [INVITATION]."""

import json
import random
import sys
import urllib.request


def call(path, body=None):
    """Ask the server; the answer as a file."""
    headers = {"Content-Type": "application/json", **who}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(api + path, data, headers))


def happenings(table, seat):
    """Everything the seat is told; if the line breaks, on from the last event."""
    while True:
        for line in call(f"/tables/{table}/events?seat={seat}"):
            if line.startswith(b"id: "):
                who["Last-Event-ID"] = line[4:].decode().strip()
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


who = {}
api, table, invitation = sys.argv[1] + "/api/v1", sys.argv[2], (*sys.argv[3:], None)[0]
token = json.load(call("/guests", {"name": "Pebble"}))["token"]
who["Authorization"] = f"Bearer {token}"
seat = json.load(call(f"/tables/{table}/join", {"invitation": invitation}))["seat"]
for event in happenings(table, seat):
    if event["table"] and event["table"]["status"] == "over":
        print("winners:", event["table"]["winners"])
        break
    choices = event["scene"]["choices"] if event["scene"] else []
    if choices:
        act = {"seat": seat, "action": random.choice(choices)["action"], "seen": event["number"]}
        call(f"/tables/{table}/actions", act)
