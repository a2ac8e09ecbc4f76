"""Reads an event with openlineage-python's classes, and writes it again."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import lru_cache
from typing import Any

import cattrs
from cattrs.gen import make_dict_structure_fn
from openlineage.client import generated
from openlineage.client.generated import base
from openlineage.client.serde import Serde

from tests.e2e.events import Event

NAME = re.compile(r"/(\w+)\.json(?:#.*)?$")


def round_trip(event: Event) -> tuple[Any, Any]:
    """The event before and after the conversion by the client's classes, both without empty values."""
    return without_empty_values(event), without_empty_values(Serde.to_dict(run_event(event)))


def run_event(event: Event) -> base.RunEvent:
    """The client's event; raises if the classes cannot represent a value."""
    return base.RunEvent(
        eventTime=event["eventTime"],
        eventType=base.EventType(event["eventType"]),
        producer=event["producer"],
        run=base.Run(event["run"]["runId"], facets(event["run"])),
        job=base.Job(event["job"]["namespace"], event["job"]["name"], facets(event["job"])),
        inputs=[
            base.InputDataset(
                d["namespace"], d["name"], facets=facets(d), inputFacets=facets(d, "inputFacets")
            )
            for d in event["inputs"]
        ],
        outputs=[
            base.OutputDataset(
                d["namespace"], d["name"], facets=facets(d), outputFacets=facets(d, "outputFacets")
            )
            for d in event["outputs"]
        ],
    )


def facets(holder: dict[str, Any], key: str = "facets") -> dict[str, Any]:
    return {name: facet(value) for name, value in holder.get(key, {}).items()}


def facet(value: dict[str, Any]) -> base.BaseFacet | dict[str, Any]:
    """The facet as an instance of the class named by its schema; unchanged if the client has no such class."""
    found = NAME.search(value["_schemaURL"])
    known = classes().get(found.group(1)) if found else None
    content = {k: v for k, v in value.items() if k != "_schemaURL"}
    if known:
        return converter().structure(content, known)
    base.BaseFacet(producer=content["_producer"])
    return content


@lru_cache(maxsize=1)
def classes() -> dict[str, type[base.BaseFacet]]:
    """The client's facet classes by name."""
    modules = [
        importlib.import_module(f"{generated.__name__}.{m.name}")
        for m in pkgutil.iter_modules(generated.__path__)
    ]
    found = [c for m in modules for c in vars(m).values() if isinstance(c, type)]
    return {c.__name__: c for c in found if issubclass(c, base.BaseFacet)}


@lru_cache(maxsize=1)
def converter() -> cattrs.Converter:
    """A converter that uses the JSON names (`_producer`) and rejects unknown keys.

    Facets of a forwarded parent have only the base class there; they are unchanged.
    """
    cattrs_converter = cattrs.Converter(forbid_extra_keys=True)
    cattrs_converter.register_structure_hook_factory(
        lambda cls: hasattr(cls, "__attrs_attrs__"),
        lambda cls: make_dict_structure_fn(
            cls, cattrs_converter, _cattrs_forbid_extra_keys=True, _cattrs_use_alias=False
        ),
    )
    cattrs_converter.register_structure_hook_func(
        lambda cls: cls in (base.RunFacet, base.JobFacet), lambda value, _: value
    )
    return cattrs_converter


def without_empty_values(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The value without empty values and without schema URLs, because the client uses its own version."""
    if isinstance(value, dict):
        filled = {
            k: without_empty_values(v)
            for k, v in value.items()
            if k not in {"_schemaURL", "schemaURL"}
        }
        return {k: v for k, v in filled.items() if v not in (None, {}, [])}
    return [without_empty_values(v) for v in value] if isinstance(value, list) else value
