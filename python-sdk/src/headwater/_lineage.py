"""Declare the inputs, outputs and columns of a function that Spark cannot analyse: a UDF, `foreachPartition`, etc.

The declaration is a string in the pickled function; the agent finds it there, so no connection is needed. Its place
depends on how cloudpickle, which PySpark uses, pickles the function:

* by value (of ``__main__``, a notebook, or inside of another function): with its attributes, so it is one of them, and
  the function stays what it is. Executors need no Headwater.
* by reference (of a module): by no more than its name. So there the decorator returns a `DeclaredFunction`, which
  behaves like the function and pickles as the declaration with that name; on an executor it becomes the function.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import operator
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from headwater.errors import UsageError

if TYPE_CHECKING:
    from headwater.extensions.datasets import ColumnSource, Dataset

__all__ = ["DeclaredFunction", "check_columns", "dataset", "dataset_name", "lineage", "many", "source_column"]

_MARKER = "headwater.lineage/1:"
"""The marker that the agent searches for; one JSON object follows it."""

_ATTRIBUTE = "__headwater_lineage__"
AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def lineage(
    *,
    inputs: Iterable[Dataset] | Dataset = (),
    outputs: Iterable[Dataset] | Dataset = (),
    columns: Mapping[str, str | ColumnSource | Iterable[str | ColumnSource]] | None = None,
) -> Callable[[AnyFunction], AnyFunction]:
    """Declare what a function reads and writes, and from which columns its result is computed.

    ``columns`` maps each returned column to columns of the operator's input (by name) or of the declared inputs
    (``dataset.column("amount")``). A UDF has one result, under any key, and its parameter names take precedence over
    column names. Put the decorator below ``@udf`` and ``@pandas_udf``. Raises :class:`~headwater.UsageError` for
    invalid declarations.

    >>> from headwater.extensions import Dataset
    >>> @lineage(inputs=Dataset("http://scores", "v2"), columns={"score": ["amount", "country"]})
    ... def score(amount: float, country: str) -> float:
    ...     return amount
    """
    check_columns(columns)
    declared = {
        "inputs": [dataset(each, "inputs") for each in many(inputs)],
        "outputs": [dataset(each, "outputs") for each in many(outputs)],
        "columns": {str(name): [_column(each) for each in many(given)] for name, given in (columns or {}).items()},
    }

    return functools.partial(_declare, declared=declared)


def _declare(function: AnyFunction, *, declared: Mapping[str, Any]) -> AnyFunction:
    """Attach the declaration to a function, in the way that suits how the function is pickled."""
    if hasattr(function, "evalType") or hasattr(function, "returnType"):
        raise UsageError("put @headwater.lineage below @udf or @pandas_udf: it must receive the function itself")
    if not inspect.isfunction(function):
        raise UsageError(f"@headwater.lineage is for functions; {function!r:.80} is not a function")
    name = f"{function.__module__}:{function.__qualname__}"
    marker = _MARKER + json.dumps(
        {"function": name, **declared, "parameters": list(inspect.signature(function).parameters)},
        ensure_ascii=True,
    )
    setattr(function, _ATTRIBUTE, marker)
    if function.__module__ == "__main__" or "<locals>" in function.__qualname__:
        return function
    return cast("AnyFunction", DeclaredFunction(function, marker))


class DeclaredFunction:
    """A module's function with its declaration; it has the signature, name and behaviour of the function."""

    def __init__(self, function: Callable[..., Any], marker: str) -> None:
        functools.update_wrapper(self, function)
        self.__signature__ = inspect.signature(function)
        # For PySpark's profiler. PySpark's UDF transpiler ignores functions with a __wrapped__.
        self.__code__ = cast("types.FunctionType", function).__code__
        self._function = function
        self._marker = marker

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the function's own types)
        return self._function(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> Any:  # noqa: ANN401  (as a function does)
        return self if instance is None else types.MethodType(self, instance)

    def __reduce__(self) -> tuple[Any, ...]:
        function = self._function
        by_name = _lookup(function.__module__, function.__qualname__) is self
        if by_name and not _is_pickled_by_value(function.__module__):
            return declared_function, (self._marker, function.__module__, function.__qualname__)
        # Its module is not to be imported, or something else has its name there, such as the UDF made of it: then
        # cloudpickle pickles the function by value, as it would without the declaration, which is an attribute.
        return operator.itemgetter(0), ((function,),)


def declared_function(marker: str, module: str, name: str) -> Callable[..., Any]:  # noqa: ARG001  (the agent reads it)
    """Import and return the function on an executor."""
    importlib.import_module(module)
    return cast("DeclaredFunction", _lookup(module, name))._function  # noqa: SLF001  (this module's own)


def _lookup(module: str, name: str) -> object:
    try:
        return functools.reduce(getattr, name.split("."), sys.modules.get(module))
    except AttributeError:
        return None


def _is_pickled_by_value(module: str) -> bool:
    """Return whether the module is registered to be pickled by value, in cloudpickle or PySpark's copy of it."""
    copies = [sys.modules.get("cloudpickle"), sys.modules.get("pyspark.cloudpickle")]
    lists: list[set[str]] = [getattr(each, "list_registry_pickle_by_value", set)() for each in copies]
    return any(module == name or module.startswith(f"{name}.") for names in lists for name in names)


def many(given: Any) -> list[Any]:  # noqa: ANN401  (one value or several)
    """Return a list of what is given, which may be one text, mapping or dataset; raise ``UsageError`` for others."""
    if isinstance(given, (str, Mapping)) or hasattr(given, "namespace"):
        return [given]
    if not isinstance(given, Iterable):
        raise UsageError(f"{given!r:.80} is neither a column nor a dataset, and no list of them")
    return list(given)


def check_columns(columns: Any) -> None:  # noqa: ANN401  (checked here)
    """Raise ``UsageError`` if the columns of a declaration are given, and are no mapping."""
    if columns is not None and not isinstance(columns, Mapping):
        raise UsageError(f"columns: a mapping from columns to their sources, not {columns!r:.80}")


def dataset(given: Any, where: str) -> dict[str, Any]:  # noqa: ANN401  (checked here)
    """Return a dataset for a declaration; raise ``UsageError`` if it is none."""
    namespace, name = dataset_name(given, where)
    return {"namespace": namespace, "name": name, "facets": _facets(getattr(given, "facets", None) or {})}


def dataset_name(given: Any, where: str) -> tuple[str, str]:  # noqa: ANN401  (checked here)
    """Return the namespace and the name of a dataset; raise ``UsageError`` if it is none."""
    namespace, name = getattr(given, "namespace", None), getattr(given, "name", None)
    if not (isinstance(namespace, str) and isinstance(name, str) and namespace and name):
        raise UsageError(f'{where}: a dataset is Dataset("namespace", "name"), not {given!r:.80}')
    return namespace, name


def _facets(facets: Mapping[str, Any]) -> dict[str, Any]:
    if not facets:
        return {}
    from headwater.extensions.facets import to_json  # noqa: PLC0415  (attrs, which executors need not have)

    return {name: to_json("dataset", name, value) for name, value in facets.items()}


def source_column(column: Any) -> dict[str, str]:  # noqa: ANN401  (checked here)
    """Return a column of a dataset for a declaration; raise ``UsageError`` if it is none."""
    if not hasattr(column, "field"):
        raise UsageError(f'columns: a column is its name, or Dataset(…).column("name"), not {column!r:.80}')
    if getattr(column, "type", "DIRECT") != "DIRECT":
        raise UsageError(f"columns: a declared source is DIRECT; {column.field!r} is {column.type}")
    return {"namespace": column.namespace, "name": column.name, "field": column.field}


def _column(column: Any) -> str | dict[str, str]:  # noqa: ANN401  (checked here)
    return column if isinstance(column, str) else source_column(column)
