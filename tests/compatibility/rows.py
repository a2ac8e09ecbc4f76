"""The rows of docs/compatibility.md: the features of the published agent, with our verdict on each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parent / "rows.tsv"
VERDICTS = ("same", "better", "differs", "left out", "not yet")
SECTIONS = {
    "conf": "Configuration",
    "transport": "Transports",
    "breaker": "Circuit breakers",
    "metrics": "Metrics",
    "resolver": "Namespace resolvers",
    "trimmer": "Trimmers of dataset names",
    "facet": "Facets",
    "node": "Statements and plan nodes",
    "connector": "Connectors",
    "rdd": "RDDs",
    "stream": "Streams",
    "columns": "Column lineage",
    "life": "Runs and their events",
    "name": "Job names",
    "filter": "What makes no event",
    "api": "Extensions",
    "identity": "Names of datasets",
    "beyond": "Beyond the published agent",
}


@dataclass(frozen=True)
class Row:
    """One line of rows.tsv."""

    id: str
    verdict: str
    what: str
    how: str

    @property
    def section(self) -> str:
        return self.id.partition(".")[0]


def load(table: Path = TABLE) -> list[Row]:
    lines = enumerate(table.read_text().splitlines(), 1)
    return [row(n, line) for n, line in lines if line and not line.startswith("#")]


def row(number: int, line: str) -> Row:
    found = line.split("\t")
    if len(found) != 4 or found[1] not in VERDICTS or found[0].partition(".")[0] not in SECTIONS:
        message = (
            f"{TABLE.name}:{number}: four columns between tabs are needed: section.name with a section of "
            f"{sorted(SECTIONS)}, one of {VERDICTS}, what, how; it has {found}"
        )
        raise ValueError(message)
    return Row(*found)
