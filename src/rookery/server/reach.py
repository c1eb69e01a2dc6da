"""From where a server can be reached: this machine only, or the network at home."""

import ipaddress
import socket

#: An address that is nobody's: nothing is sent there, the system only says by which of its own
#: addresses it would.
NOBODY = "192.0.2.1"


def reachable(host: str, port: int) -> tuple[bool, list[str]]:
    """Whether only this machine can come, and the addresses for others in the same network."""
    try:
        bound = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost", [] if host == "localhost" else [address(host, port)]
    if bound.is_loopback:
        return True, []
    if not bound.is_unspecified:
        return False, [address(host, port)]
    return False, [address(it, port) for it in own_addresses()]


def own_addresses() -> list[str]:
    """This machine's address in the network around it, without asking anybody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOBODY, 9))
        except OSError:
            return []  # no network
        found: str = probe.getsockname()[0]
    return [] if ipaddress.ip_address(found).is_loopback else [found]


def address(host: str, port: int) -> str:
    """As it is typed into a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
