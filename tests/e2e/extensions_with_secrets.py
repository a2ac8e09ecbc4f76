"""Extensions whose results, messages and output contain secrets; they run in the agent's Python host."""

from __future__ import annotations

import sys
from pathlib import Path

from headwater.extensions import (
    Context,
    Facet,
    InputDataset,
    Node,
    VisitResult,
    facet_builder,
    visitor,
)

from tests.e2e.canaries import Seeds

seeds = Seeds()


@visitor("Range")
def numbers(_: Node, __: Context) -> VisitResult:
    """Return a dataset with credentials in its name and its facet."""
    place = f"acme://bob:{seeds('dataset namespace')}@acme.example"
    facet = {"clientSecret": seeds("facet of a dataset"), "password_hash": "column"}
    return InputDataset(place, "numbers", {"acme": facet})


@facet_builder("run")
def facets(_: Context) -> Facet:
    """Return a facet with secrets under sensitive keys, next to sensitive names, and in text."""
    print(f"connecting with password={seeds('extension printed')}")
    return Facet(
        "acme",
        {
            "settings": {"db.password": seeds("facet key"), "host": "h.example"},
            "list": [{"name": "x.token", "value": seeds("facet list of keys and values")}],
            "text": f"curl -H 'Authorization: Basic {seeds('facet text')}' https://h.example",
            "seen": seeds("facet jwt"),
            "command": " ".join(Path("/proc/self/cmdline").read_text().split("\0")),
            "arguments": sys.argv,
        },
    )


@facet_builder("run")
def failing(_: Context) -> Facet:
    """Fail with a secret in the message."""
    message = f"no login at https://bob:{seeds('extension error')}@acme.example"
    raise RuntimeError(message)
