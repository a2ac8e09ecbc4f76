"""Events against OpenLineage's JSON schemas, all preloaded by `$id`; nothing is looked up on the network."""

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
KINDS = ("facets", "inputFacets", "outputFacets")

# Named one by one, because a checker without names uses what happens to be installed. `uri` is not among them: the
# `dataSource` of local files is `file`, as the naming specification and the published agent have it.
FORMATS = ("date", "date-time", "uuid")


class Schemas:
    """The schemas below a folder."""

    def __init__(self, folder: Path) -> None:
        loaded = [json.loads(p.read_text()) for p in sorted(folder.rglob("*.json"))]
        pairs = [(s["$id"], Resource.from_contents(s)) for s in loaded if "$id" in s]
        self.registry: Registry[Any] = Registry().with_resources(pairs)
        self.known = {identity for identity, _ in pairs}
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
            if url.partition("#")[0] in self.known:
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
