"""Data sets: matches of bots as a Parquet file, for learning what others hold (docs/dataset.md).

    rookery dataset party --matches 500 --bots greedy --seed 1 --worlds 8 --out party.parquet

    from rookery.lab.dataset import read
    about, columns = read("party.parquet")

Columns of fixed sizes are fixed-size lists in the file, and have their shapes again when read.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.errors import BrokenResults, InvalidOption, RookeryError
from rookery.lab.extras import need

#: Rises when a column changes its name or its meaning.
FORMAT = 1
ENDING = ".parquet"
#: The key of what a file says of itself.
ABOUT = "rookery"
#: Rows that are written together, at least.
GROUP = 8192
Column = npt.NDArray[Any] | list[Any]


def check_name(path: Path) -> None:
    """Refuse, before anything is played, what cannot be written."""
    need("pyarrow.parquet", "dataset")
    if path.suffix != ENDING:
        raise InvalidOption(f"{path}: a data set's name ends in {ENDING}")
    if path.is_dir():
        raise InvalidOption(f"{path} is a folder; name a file")


def write(path: Path, about: Mapping[str, Any], tables: Iterable[Mapping[str, Column]]) -> int:
    """Write tables one after the other, all of them or no file; return how many rows there are.

    What was there before stays until the new file is complete.
    """
    check_name(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            rows = _write(file, about, tables)
        part.replace(path)
    except RookeryError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        part.unlink(missing_ok=True)
    return rows


def _write(file: Any, about: Mapping[str, Any], tables: Iterable[Mapping[str, Column]]) -> int:
    arrow, parquet = need("pyarrow", "dataset"), need("pyarrow.parquet", "dataset")
    writer, waiting, rows = None, [], 0
    try:
        for columns in filter(None, tables):
            table = _table(arrow, about, columns)
            waiting.append(table)
            rows += len(table)
            if writer is None:
                writer = parquet.ParquetWriter(file, table.schema, compression="zstd")
            if sum(map(len, waiting)) >= GROUP:
                writer.write_table(arrow.concat_tables(waiting), row_group_size=rows)
                waiting.clear()
        if writer is None:
            raise InvalidOption("nobody had a choice in these matches: there is nothing to write")
        if waiting:
            writer.write_table(arrow.concat_tables(waiting), row_group_size=rows)
        writer.close()
    except BaseException:
        if writer is not None:  # it would complain later that its file is gone
            writer.is_open = False
        raise
    return rows


def _table(arrow: Any, about: Mapping[str, Any], columns: Mapping[str, Column]) -> Any:
    arrays, fields = [], []
    for name, values in columns.items():
        shape: tuple[int, ...] = ()
        if isinstance(values, np.ndarray):
            shape = values.shape[1:]
            array = arrow.array(values.reshape(-1))
            if shape:
                array = arrow.FixedSizeListArray.from_arrays(array, prod(shape))
        else:
            array = arrow.array(values)
        arrays.append(array)
        told = {"shape": json.dumps(shape)} if shape else None
        fields.append(arrow.field(name, array.type, metadata=told))
    said = {ABOUT: json.dumps(dict(about), ensure_ascii=False)}
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields, metadata=said))


def read(
    path: str | Path, names: Sequence[str] | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a data set says of itself, and its columns (or those named) as arrays."""
    arrow, parquet = need("pyarrow", "dataset"), need("pyarrow.parquet", "dataset")
    try:
        schema = parquet.read_schema(path)
        about = json.loads((schema.metadata or {})[ABOUT.encode()])
        strange = set(names or ()) - set(schema.names)
        if strange:
            known = ", ".join(schema.names)
            raise InvalidOption(f"{path} has no column {strange.pop()!r}; its columns are: {known}")
        table = parquet.read_table(path, columns=None if names is None else list(names))
    except (arrow.ArrowInvalid, KeyError):
        raise BrokenResults(f"{path} is not a data set of Rookery's") from None
    return about, {field.name: _array(table[field.name], field) for field in table.schema}


def _array(column: Any, field: Any) -> npt.NDArray[Any]:
    told = (field.metadata or {}).get(b"shape")
    if told is None:
        return np.asarray(column.to_numpy())
    flat = np.concatenate([chunk.flatten().to_numpy() for chunk in column.chunks])
    return flat.reshape(len(column), *json.loads(told))
