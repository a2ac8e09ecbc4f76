"""Runs in build/consumers: the real OpenLineage source of openmetadata-ingestion reads events and puts lineage into a catalog.

Usage: source.py < EVENTS > RESULTS. For each event that the source takes, one JSON line: the event's number, the table of each dataset,
and the lineage that it put.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from metadata.generated.schema.entity.services.connections.metadata.openMetadataConnection import (
    OpenMetadataConnection,
)
from metadata.generated.schema.entity.services.connections.pipeline.openLineageConnection import (
    OpenLineageConnection,
)
from metadata.generated.schema.metadataIngestion.pipelineServiceMetadataPipeline import (
    LineageInformation,
    PipelineServiceMetadataPipeline,
)
from metadata.generated.schema.security.client.openMetadataJWTClientConfig import (
    OpenMetadataJWTClientConfig,
)
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.source.pipeline.openlineage.metadata import OpenlineageSource

from tests.consumers.openmetadata import catalog as played

KAFKA = {"brokersUrl": "127.0.0.1:9", "topicName": "lineage", "consumerGroupName": "tests"}


class Topic:
    """A consumer of a topic whose messages are the given lines."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = -1

    def poll(self, timeout: float) -> Message | None:  # noqa: ARG002
        self.number += 1
        return Message(self.lines[self.number]) if self.number < len(self.lines) else None

    def close(self) -> None:
        """Nothing is open."""


class Message:
    def __init__(self, line: str) -> None:
        self.line = line

    def value(self) -> str:
        return self.line

    def error(self) -> None:
        return None


def client(address: str) -> OpenMetadata:
    security = OpenMetadataJWTClientConfig(jwtToken="none")
    config = OpenMetadataConnection(
        hostPort=address, securityConfig=security, enableVersionValidation=False
    )
    return OpenMetadata(config)


def source(metadata: OpenMetadata, topic: Topic) -> OpenlineageSource:
    """The source as its own constructor leaves it, but for the connection to Kafka, which would need a broker."""
    made = OpenlineageSource.__new__(OpenlineageSource)
    made.metadata = metadata
    made.service_connection = OpenLineageConnection(
        brokerConfig=KAFKA | {"poolTimeout": 1, "sessionTimeout": 1}
    )
    lineage = LineageInformation(dbServiceNames=[played.SERVICE])
    made.source_config = PipelineServiceMetadataPipeline(lineageInformation=lineage)
    made.client = topic
    made.pipeline_source_state = set()
    made.prepare()
    made.context.get().__dict__["pipeline_service"] = "openlineage"
    return made


def process(reader: OpenlineageSource, event: Any) -> None:  # noqa: ANN401 - the source's own type
    """What the ingestion framework does with each event: the pipeline first, then its lineage."""
    for made in reader.yield_pipeline(event):
        reader.metadata.create_or_update(made.right)
    reader.context.get().__dict__["pipeline"] = reader.get_pipeline_name(event)
    for made in reader.yield_pipeline_lineage_details(event):
        reader.metadata.add_lineage(made.right, check_patch=False, return_lineage=False)


def results(lines: list[str]) -> Iterator[dict[str, Any]]:
    catalog, topic = played.Catalog(), Topic(lines)
    reader = source(client(played.serve(catalog)), topic)
    for event in reader.get_pipelines_list():
        catalog.requests = []
        process(reader, event)
        tables = []
        for dataset in [*event.inputs, *event.outputs]:
            resolved = reader._resolve_table(dataset)  # noqa: SLF001 - says which table a dataset is
            tables.append([dataset["namespace"], dataset["name"], resolved and resolved.fqn])
        yield {"event": topic.number, "tables": tables, "lineage": put(catalog)}


def put(catalog: played.Catalog) -> list[dict[str, Any]]:
    """The lineage requests with the names of their tables instead of ids."""
    found = []
    for request in catalog.requests:
        edge = request["edge"]
        ends = [catalog.names.get(edge[end]["id"]) for end in ("fromEntity", "toEntity")]
        if edge["fromEntity"]["type"] == edge["toEntity"]["type"] == "table":
            found.append({"ends": ends, "columns": edge["lineageDetails"]["columnsLineage"]})
    return found


if __name__ == "__main__":
    for result in results(sys.stdin.read().splitlines()):
        print(json.dumps(result), flush=True)
