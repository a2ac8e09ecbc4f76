"""The facets of the spec: which of openlineage-python's classes stands behind a name."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal, TypeAlias

__all__ = ["TARGETS", "base_schema", "facet_name", "standard_class"]

Target: TypeAlias = Literal["run", "job", "dataset", "input", "output"]

TARGETS: dict[str, str] = {
    "run": "RunFacet",
    "job": "JobFacet",
    "dataset": "DatasetFacet",
    "input": "InputDatasetFacet",
    "output": "OutputDatasetFacet",
}
"""What a facet can be of, and the name of its base class."""

# Where the spec's name is not that of the class.
_NAMES = {
    "DatasetVersionDatasetFacet": "version",
    "DatasourceDatasetFacet": "dataSource",
    "ProcessingEngineRunFacet": "processing_engine",
    "SQLJobFacet": "sql",
    "InputSubsetInputDatasetFacet": "subset",
    "OutputSubsetOutputDatasetFacet": "subset",
}


@cache
def _classes() -> dict[tuple[str, str], type[Any]]:
    from openlineage.client import facet_v2  # noqa: PLC0415  (half a second that only facets are worth)

    found: dict[tuple[str, str], type[Any]] = {}
    for module in vars(facet_v2).values():
        for kind in vars(module).values() if getattr(module, "__name__", "").startswith("openlineage.") else ():
            if isinstance(kind, type) and issubclass(kind, facet_v2.BaseFacet) and kind.__module__ == module.__name__:
                target, name = _target(kind), facet_name(kind)
                if target is not None and name is not None:
                    found[target, name] = kind
    return found


def _target(kind: type[Any]) -> str | None:
    bases = {each.__name__ for each in kind.__mro__[1:]}
    return next((target for target, base in TARGETS.items() if base in bases), None)


def standard_class(target: str, name: str) -> type[Any] | None:
    """Return the class of the spec's facet with this name, or ``None`` for a custom one."""
    return _classes().get((target, name))


def facet_name(kind: type[Any]) -> str | None:
    """Return the name under which the spec has a facet of this class, by the class's own name."""
    if kind.__name__ in _NAMES:
        return _NAMES[kind.__name__]
    found = re.fullmatch(r"(\w+?)(InputDataset|OutputDataset|Dataset|Job|Run)Facet", kind.__name__)
    return found.group(1)[:1].lower() + found.group(1)[1:] if found else None


def base_schema(target: str) -> str:
    """Return the ``_schemaURL`` of a custom facet: that of the base, which is all that is promised."""
    return f"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/{TARGETS[target]}"
