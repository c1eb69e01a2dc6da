"""Tables: seats, turns, clocks, the log, live updates and where all of it is kept. No HTML."""
