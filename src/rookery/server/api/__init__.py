"""The HTTP interface: endpoints, their description, limits, and streams of events."""
