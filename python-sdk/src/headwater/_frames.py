"""Declare from which columns the rows of a DataFrame were computed, for rows that the program gives to Spark.

The declaration is a tag of the DataFrame's logical plan, which the agent reads in the plans of queries. Spark keeps the
tags of a node when it copies the node, as it does with the tag that holds the id of a ``Dataset``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar, Union

from headwater import _lineage
from headwater._warn import warn_once
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from headwater.extensions.datasets import ColumnSource

__all__ = ["with_lineage"]

_TAG = "headwater.lineage"
AnyFrame = TypeVar("AnyFrame")
Origin = Union[str, "tuple[Any, str]", "ColumnSource"]


def with_lineage(
    frame: AnyFrame,
    *,
    inputs: Any,  # noqa: ANN401  (DataFrames, datasets, or one of them; PySpark is not a dependency)
    columns: Mapping[str, Origin | Iterable[Origin]] | None = None,
) -> AnyFrame:
    """Declare what the rows of a DataFrame were computed from, and return the DataFrame.

    It is for rows that a program took out of Spark and gives back, with ``createDataFrame``. ``inputs`` are DataFrames
    whose rows it took, and datasets that it read without Spark (:class:`~headwater.extensions.Dataset`). ``columns``
    maps columns of the DataFrame to those that they were computed from: the name of a column of the inputs,
    ``(orders, "amount")`` if several inputs have the name, or ``dataset.column("amount")``. An empty list says that a
    column has no source; a column that is left out stays as Spark shows it. Without ``columns``, each column may come
    from all columns of the inputs.

    The declaration holds for all that is computed from the DataFrame. It changes neither the plan nor the data, and
    needs no agent. Raises :class:`~headwater.UsageError` for an invalid declaration. In Spark Connect, whose DataFrames
    have no plan in the client, a :class:`~headwater.HeadwaterWarning` is issued and nothing is declared.

    ::

        scores = spark.createDataFrame(predict(orders.toPandas()))
        headwater.with_lineage(scores, inputs=orders, columns={"id": "id", "score": ["amount", "country"]})
    """
    if not _is_frame(frame):
        raise UsageError(f"with_lineage is for a DataFrame of Spark, not for {frame!r:.80}")
    _attach(frame, *_declaration(frame, [inputs] if _is_frame(inputs) else _lineage.many(inputs), columns))
    return frame


def _declaration(
    frame: Any,  # noqa: ANN401  (PySpark's)
    inputs: list[Any],
    columns: Mapping[str, Any] | None,
) -> tuple[dict[str, Any], list[Any]]:
    """Return the declaration that the agent reads, and the DataFrames to which its numbers refer."""
    frames = [each for each in inputs if _is_frame(each)]
    datasets = [_lineage.dataset(each, "inputs") for each in inputs if not _is_frame(each)]
    if columns is None and (datasets or not frames):
        raise UsageError("columns: name them if `inputs` has a Dataset, or no DataFrame; the agent cannot know them")
    return {"inputs": datasets, "columns": _columns(frame, frames, columns)}, frames


def _attach(frame: Any, declaration: Mapping[str, Any], frames: list[Any]) -> None:  # noqa: ANN401  (PySpark's)
    if any(type(each).__module__.startswith("pyspark.sql.connect") for each in (frame, *frames)):
        warn_once("a Spark Connect client cannot declare the lineage of a DataFrame: its plan is in the server", 4)
        return
    jvm = frame.sparkSession._jvm  # noqa: SLF001  (the only way to PySpark's JVM)
    plans = jvm.java.util.ArrayList()
    for each in frames:
        # A copy cannot contain the plan that gets the tag, so the agent never walks in a circle.
        plans.add(each._jdf.logicalPlan().clone())  # noqa: SLF001  (as above)
    value = jvm.java.util.HashMap()
    value.put("declaration", json.dumps(declaration))
    value.put("frames", plans)
    tag = jvm.org.apache.spark.sql.catalyst.trees.TreeNodeTag(_TAG)
    frame._jdf.logicalPlan().setTagValue(tag, value)  # noqa: SLF001  (as above)


def _columns(frame: Any, frames: list[Any], columns: Mapping[str, Any] | None) -> dict[str, list[Any]] | None:  # noqa: ANN401
    _lineage.check_columns(columns)
    if columns is None:
        return None
    if unknown := [name for name in columns if name not in frame.columns]:
        raise UsageError(f"columns: the DataFrame has no column {unknown[0]!r}; it has {', '.join(frame.columns)}")
    return {name: [_origin(each, frames) for each in _origins(given)] for name, given in columns.items()}


def _origins(given: Any) -> list[Any]:  # noqa: ANN401  (one origin or several)
    return [given] if isinstance(given, tuple) and given and _is_frame(given[0]) else _lineage.many(given)


def _origin(origin: Any, frames: list[Any]) -> dict[str, Any]:  # noqa: ANN401  (checked here)
    if isinstance(origin, tuple) and len(origin) == 2 and _is_frame(origin[0]):  # noqa: PLR2004  (a pair)
        found = [number for number, each in enumerate(frames) if each is origin[0]]
        if not found:
            raise UsageError(f"columns: the DataFrame of {origin[1]!r} is not among the inputs")
        return _in_frame(frames[found[0]], found[0], origin[1])
    if not isinstance(origin, str):
        return _lineage.source_column(origin)
    having = [number for number, each in enumerate(frames) if _named(each, origin)]
    if len(having) != 1:
        names = ", ".join(sorted({name for each in frames for name in each.columns}))
        if not having:
            raise UsageError(f"columns: no input has a column {origin!r}; the inputs have {names or 'no column'}")
        raise UsageError(f'columns: {len(having)} inputs have a column {origin!r}; write (frame, "name") to choose one')
    return _in_frame(frames[having[0]], having[0], origin)


def _in_frame(frame: Any, number: int, name: str) -> dict[str, Any]:  # noqa: ANN401  (PySpark's)
    found = _named(frame, name)
    if not found:
        raise UsageError(f"columns: the input DataFrame has no column {name!r}; it has {', '.join(frame.columns)}")
    return {"frame": number, "field": found}


def _named(frame: Any, name: str) -> str | None:  # noqa: ANN401  (PySpark's)
    """Return the column with this name: as it is written or, if there is none, in another case."""
    names: list[str] = frame.columns
    same = [each for each in names if each == name] or [each for each in names if each.lower() == name.lower()]
    return same[0] if len(set(same)) == 1 else None


def _is_frame(value: Any) -> bool:  # noqa: ANN401  (anything)
    return hasattr(value, "sparkSession") and hasattr(value, "columns")
