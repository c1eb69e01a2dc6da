"""The lab's libraries are in an environment of their own: `make test-lab`."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pettingzoo") and find_spec("pyspiel") else ["test_*.py"]
