"""``python -m rookery``."""

import sys

from rookery.cli import main

sys.exit(main())
