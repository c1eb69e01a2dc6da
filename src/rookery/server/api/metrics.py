"""Figures about a server, in the text form that Prometheus reads."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

#: Seconds; around what a person feels.
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
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
        self.streams = Gauge("rookery_streams", "Open streams", registry=self._registry)
        self.tables = Gauge("rookery_tables", "Tables in memory", registry=self._registry)

    def wrote(self, kind: str) -> None:
        """Count an entry."""
        self.entries.labels(kind).inc()

    def text(self, streams: int, tables: int) -> bytes:
        """All figures, with those that are so at the moment."""
        self.streams.set(streams)
        self.tables.set(tables)
        return generate_latest(self._registry)
