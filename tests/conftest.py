"""What holds for all tests."""

import signal

# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that. The
# tests that interrupt a program must not depend on how they were started themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)
