"""URLs of an application's user interfaces, and its cluster on Dataproc."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.events import Event

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
METADATA = {
    "/project/project-id": "projects/42/shop",
    "/instance/attributes/dataproc-region": "europe-west1",
    "/instance/attributes/dataproc-batch-id": "nightly",
    "/instance/attributes/dataproc-batch-uuid": "b-1",
}
YARN = "spark.org.apache.hadoop.yarn.server.webproxy.amfilter.AmIpFilter.param.PROXY_URI_BASES"
PLACES = {
    "batch": {"spark.ui.enabled": "true", "spark.ui.port": "0"},
    "yarn": {YARN: "http://rm:8088/proxy/app", "spark.yarn.historyServer.address": "history:18080"},
    "proxied": {
        "spark.ui.reverseProxy": "true",
        "spark.ui.reverseProxyUrl": "https://spark.example/",
        "spark.yarn.historyServer.address": "https://history.example/",
        "spark.openlineage.facets.gcp_dataproc.disabled": "true",
    },
}


@contextmanager
def metadata_server(requested_paths: list[str]) -> Iterator[str]:
    """Google's metadata server as on Dataproc; `requested_paths` collects the requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requested_paths.append(self.path)
            value = METADATA.get(self.path) if self.headers["Metadata-Flavor"] == "Google" else None
            self.send_response(200 if value else 404)
            self.end_headers()
            self.wfile.write((value or "").encode())

        def log_message(self, *_: Any) -> None: ...  # noqa: ANN401

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def requested_paths() -> list[str]:
    return []


@pytest.fixture(scope="module")
def sent(suite: Suite, requested_paths: list[str]) -> dict[str, list[Event]]:
    with metadata_server(requested_paths) as address:
        api = {"google.metadata.api.base-url": address}
        settings = {name: api | conf for name, conf in PLACES.items()}
        env = {"SPARK_DIST_CLASSPATH": "/usr/local/share/google/dataproc/lib/*"}
        return suite.under("places", JOB, settings, env).of_jobs_that_ran()


def details(sent: list[Event]) -> dict[str, str]:
    """The facet of the last run that began."""
    starts = [e["run"]["facets"] for e in sent if e["eventType"] == "START"]
    return dict(starts[-1]["spark_applicationDetails"])


@pytest.mark.row("facet.run.application-details")
def test_the_details_have_links_to_the_user_interfaces(sent: dict[str, list[Event]]) -> None:
    batch, yarn, proxied = (details(sent[name]) for name in PLACES)
    assert batch["uiWebUrl"].startswith("http://127.0.0.1:")
    assert batch["deployMode"] == "client"
    assert not {"proxyUrl", "historyUrl"} & batch.keys()
    assert yarn["proxyUrl"] == "http://rm:8088/proxy/app"
    assert yarn["historyUrl"] == f"http://history:18080/history/{yarn['applicationId']}"
    assert "uiWebUrl" not in yarn
    assert proxied["proxyUrl"] == f"https://spark.example/proxy/{proxied['applicationId']}"
    assert proxied["historyUrl"] == f"https://history.example/history/{proxied['applicationId']}"


@pytest.mark.row("facet.run.dataproc", "facet.job.dataproc")
def test_every_event_names_the_batch_of_dataproc(
    sent: dict[str, list[Event]], requested_paths: list[str]
) -> None:
    for event in sent["batch"]:
        run, job = event["run"]["facets"]["gcp_dataproc"], event["job"]["facets"]["gcp_lineage"]
        found = {
            key: run[key] for key in ("batchId", "batchUuid", "jobType", "projectId", "appName")
        }
        assert found == {
            "batchId": "nightly",
            "batchUuid": "b-1",
            "jobType": "batch",
            "projectId": "shop",
            "appName": "batch",
        }
        name = "projects/shop/locations/europe-west1/batches/nightly"
        assert job["origin"] == {"name": name, "sourceType": "DATAPROC"}
    assert len(requested_paths) == len(PLACES) * len(METADATA), "each of them once an application"
    assert "gcp_dataproc" not in json.dumps(sent["proxied"])
