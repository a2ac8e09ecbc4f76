"""Events against OpenLineage's JSON schemas and those of the agent's own facets, all preloaded by `$id`; nothing is looked
up on the network.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource

from tests.e2e.events import Event
from tests.e2e.lines import ROOT

SPEC = ROOT / "tests" / "schemas"
OWN = ROOT / "python-sdk" / "src" / "headwater" / "schemas"
KINDS = ("facets", "inputFacets", "outputFacets")

# Named one by one, because a checker without names uses what happens to be installed. `uri` is not among them: the
# `dataSource` of local files is `file`, as the naming specification and the published agent have it.
FORMATS = ("date", "date-time", "uuid")


class Schemas:
    """The schemas below a folder."""

    def __init__(self, folder: Path) -> None:
        loaded = [json.loads(p.read_text()) for p in sorted(folder.rglob("*.json"))]
        own = [closed(json.loads(p.read_text())) for p in sorted(OWN.glob("*.json"))]
        self.own = {name: s["$id"] for s in own for name in s["properties"]}
        self.known = {s["$id"] for s in loaded if "$id" in s}
        pairs = [(s["$id"], Resource.from_contents(s)) for s in [*loaded, *own] if "$id" in s]
        self.registry: Registry[Any] = Registry().with_resources(pairs)
        self.event = self.validator(
            "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
        )

    @cache  # noqa: B019 - one instance a test run
    def validator(self, url: str) -> Draft202012Validator:
        formats = FormatChecker(FORMATS)
        return Draft202012Validator({"$ref": url}, registry=self.registry, format_checker=formats)

    def problems(self, event: Event) -> Iterator[str]:
        """What is wrong with the event and with each facet of it, by the schema that it names."""
        yield from (f"event: {e.json_path}: {e.message}" for e in self.event.iter_errors(event))
        for name, facet in facets(event):
            url = str(facet.get("_schemaURL"))
            if name in self.own:
                wrong = self.validator(self.own[name]).iter_errors({name: facet})
                yield from (f"{name}: {e.json_path}: {e.message}" for e in wrong)
            elif name.startswith("headwater_"):
                yield f"{name}: it has no schema in {OWN.relative_to(ROOT)}"
            elif url.partition("#")[0] in self.known:
                wrong = self.validator(url).iter_errors(
                    {name: facet} if "$defs" not in url else facet
                )
                yield from (f"{name}: {e.json_path}: {e.message}" for e in wrong)
            elif not url.startswith("http") or "openlineage.io/spec/facets" in url:
                yield f"{name}: its schema {url} is not one that OpenLineage has published"


def facets(event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each facet with its name."""
    holders = [event["run"], event["job"], *event.get("inputs", []), *event.get("outputs", [])]
    for holder in holders:
        for kind in KINDS:
            yield from holder.get(kind, {}).items()


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of one of the agent's facets, which then allows no field that it does not name."""
    ((name, definition),) = schema["$defs"].items()
    _, body = definition["allOf"]  # the first one is OpenLineage's RunFacet, which allows any field
    fields = {"_producer": True, "_schemaURL": True, **body["properties"]}
    own = _without_other_fields(body | {"properties": fields})
    return schema | {"$defs": {name: own}}


def _without_other_fields(part: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(part, list):
        return [_without_other_fields(p) for p in part]
    if not isinstance(part, dict):
        return part
    inner = {key: _without_other_fields(value) for key, value in part.items()}
    return {"additionalProperties": False, **inner} if part.get("type") == "object" else inner
