"""Figures about a server, in the text form that Prometheus reads."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from rookery.server.hub import Hub

#: Seconds; around what a person feels.
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


#: The same for what a bot takes.
LONGER = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
#: What is so at the moment.
NOW = {
    "backlog": "Appends that wait to be written",
    "bots_waiting": "Decisions that bots have been asked for",
    "bots_longest_seconds": "How long the first of them has been waited for",
    "damaged_tables": "Tables whose logs were found damaged",
    "clocks_stand": "Whether players' clocks stand: after a restart, or for maintenance",
}


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._kinds: dict[str, Counter] = {}
        self.requests = Counter(
            "rookery_requests",
            "Requests answered",
            ["endpoint", "status"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "rookery_request_seconds",
            "How long answers took, streams apart",
            ["endpoint"],
            buckets=STEPS,
            registry=self._registry,
        )
        self.entries = Counter(
            "rookery_entries", "Entries written to logs", ["kind"], registry=self._registry
        )
        self.refused = Counter(
            "rookery_refused",
            "Requests refused, by the error's code",
            ["code"],
            registry=self._registry,
        )
        self.bots = Histogram(
            "rookery_bot_seconds",
            "How long bots' decisions were waited for",
            buckets=LONGER,
            registry=self._registry,
        )
        self._now = {
            name: Gauge(f"rookery_{name}", told, registry=self._registry)
            for name, told in NOW.items()
        }
        self.streams = Gauge("rookery_streams", "Open streams", registry=self._registry)
        self.tables = Gauge("rookery_tables", "Tables in memory", registry=self._registry)

    def wrote(self, kind: str) -> None:
        """Count an entry."""
        if kind not in self._kinds:
            self._kinds[kind] = self.entries.labels(kind)
        self._kinds[kind].inc()

    def look(self, hub: Hub) -> None:
        """Note what is so at the moment."""
        figures = {
            "backlog": hub.store.backlog,
            "bots_waiting": len(hub.waits),
            "bots_longest_seconds": hub.waits.longest(),
            "damaged_tables": len(hub.damage),
            "clocks_stand": hub.clock.stands > 0,
        }
        for name, value in figures.items():
            self._now[name].set(value)

    def text(self, streams: int, tables: int) -> bytes:
        """All figures, with those that are so at the moment."""
        self.streams.set(streams)
        self.tables.set(tables)
        return generate_latest(self._registry)
