"""What a cluster says when something is wrong there; no Ray needed, only its errors."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.arena.cluster import Cluster, _connect
from rookery.errors import NoCluster, RookeryError


class RayError(Exception):
    """As Ray's."""


class RayTaskError(RayError):
    """As Ray's: a task that raised."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long report\nwith a trace")
        self.cause = cause


def cluster(error: Exception) -> Cluster:
    """A cluster on which every match ends in an error."""

    def get(reference: object) -> Any:
        raise error

    made = Cluster.__new__(Cluster)
    made._ray = SimpleNamespace(
        get=get, exceptions=SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)
    )
    return made


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (KeyError("deck"), "match 7 failed on the cluster: 'deck'"),
        (RuntimeError("no room\nand more"), "match 7 failed on the cluster: no room"),
        (AssertionError(), "match 7 failed on the cluster: AssertionError"),
        (RuntimeError("\n"), "match 7 failed on the cluster: RuntimeError"),
    ],
)
def test_a_match_that_failed_there_is_one_line(cause: Exception, said: str) -> None:
    with pytest.raises(RookeryError) as caught:
        cluster(RayTaskError(cause))._result(None, 7)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("error", "said"), [(RayError("node lost\n…"), "node lost"), (RayError(), "RayError")]
)
def test_a_lost_cluster_is_one_line(error: Exception, said: str) -> None:
    with pytest.raises(NoCluster) as caught:
        cluster(error)._result(None, 7)
    assert str(caught.value) == f"the cluster cannot play match 7: {said}"


def test_a_cluster_that_says_nothing_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: object) -> None:
        raise ConnectionError

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(init=init))
    with pytest.raises(NoCluster, match=r"^no Ray cluster at 'auto': ConnectionError$"):
        _connect("auto")
