"""Where tables are kept: their logs, in a SQLite file or in PostgreSQL.

A table is its log. An entry is written at ``(table, ply)`` and that key decides races; beside
the log stands a summary, for lists and for what a server has to do next.

    schema.py     the tables of the database; migrations/ is how it came to look like that
    address.py    what a user may write to name a database
    connect.py    an address, opened
    sqlite.py     transactions on a file, in threads
    postgres.py   transactions on a server, through asyncpg
    faults.py     the errors of both, as errors of ours
    migrate.py    bringing a database to the version this Rookery knows
    append.py     writing the log; whoever comes first at a ply wins
    writer.py     many appends in one transaction
    notify.py     hearing what other nodes wrote
    copying.py    from one database to another
"""

from rookery.server.store.copying import copy
from rookery.server.store.records import Entry, Summary, TableRow
from rookery.server.store.store import Store

__all__ = ["Entry", "Store", "Summary", "TableRow", "copy"]
