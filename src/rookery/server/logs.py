"""Logs: one JSON object a line, without anything that would let a reader act for somebody."""

import json
import logging
import sys
import time

#: What every record of Python's logging carries; the rest is what we added to it.
#: (``color_message`` is uvicorn's, for terminals.)
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {
    *("message", "asctime", "taskName", "color_message"),
}


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        said.update({k: v for k, v in vars(record).items() if k not in _USUAL})
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=repr)


def set_up(level: str) -> None:
    """Send our logs, and uvicorn's complaints, to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("rookery", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
