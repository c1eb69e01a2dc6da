"""What only the server's own machine may read."""

import pytest

from rookery.server.api.guest_endpoints import is_local


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.10", "::1", "local"])
def test_callers_on_this_machine_are_local(address: str) -> None:
    assert is_local(address)


@pytest.mark.parametrize("address", ["10.0.0.1", "192.168.1.5", "2001:db8::1", "nonsense", ""])
def test_others_are_not(address: str) -> None:
    assert not is_local(address)
