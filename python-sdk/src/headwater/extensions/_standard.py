"""Maps the names of the standard facets to the classes of openlineage-python."""

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
"""The targets of facets, with the names of their base classes."""

# Standard facets whose name differs from the class name.
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
    from openlineage.client import facet_v2  # noqa: PLC0415  (importing it takes half a second)

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
    """Return the class of the standard facet with this name, or ``None`` for a custom facet."""
    return _classes().get((target, name))


def facet_name(kind: type[Any]) -> str | None:
    """Return the standard name of the facet of this class, or ``None``."""
    if kind.__name__ in _NAMES:
        return _NAMES[kind.__name__]
    found = re.fullmatch(r"(\w+?)(InputDataset|OutputDataset|Dataset|Job|Run)Facet", kind.__name__)
    return found.group(1)[:1].lower() + found.group(1)[1:] if found else None


def base_schema(target: str) -> str:
    """Return the ``_schemaURL`` of a custom facet: the schema of the base facet."""
    return f"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/{TARGETS[target]}"
