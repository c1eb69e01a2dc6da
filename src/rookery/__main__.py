"""``python -m rookery``."""

import os
import sys

from rookery.cli import main

code = main()
if "ray" in sys.modules:
    # All is told. Ray's own threads may crash while Python cleans up after them.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
sys.exit(code)
