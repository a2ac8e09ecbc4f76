"""The page and the JSON API of a server with the events of a pipeline."""

from __future__ import annotations

import io
import json
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from headwater.cli import main
from serving import SHOP, Server, run_event

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("db") / "a.duckdb")
    for line in SHOP.read_bytes().splitlines():
        assert server.post(line).status == 201
    yield server
    assert server.stop() == ""


def ask(server: Server, question: str, **parameters: str) -> Any:
    answer = server.get(f"/api/v1/{question}?{urllib.parse.urlencode(parameters)}")
    assert answer.status == 200
    return answer.json


def printed(*command: str) -> Any:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main([*command, "--json", str(SHOP)]) == 0
    return json.loads(out.getvalue())


def test_answers_are_those_of_the_command_line(server: Server) -> None:
    for name in ("crm.orders.amount", "crm.rates", "mart.revenue.revenue"):
        for direction in ("downstream", "upstream"):
            expected = printed("impact", name, f"--{direction}")
            found = ask(server, "impact", name=name, direction=direction)
            assert (found["reached"], found["left_out"]) == (expected["reached"], 0)
            assert found["start"] == expected["start"]
            names = ask(server, direction, name=name)["reached"]
            assert [each["table"] for each in names] == [each["table"] for each in expected["reached"]]
    for question in ("unknown", "unused", "stale"):
        assert ask(server, question)["rows"] == printed(question)
    summary = ask(server, "summary")
    own = {"left_out_of_graph", "deleted_events"}
    assert {name: summary[name] for name in summary if name not in own} == printed("summary")


def test_depth_direct_and_limit_restrict_what_is_listed(server: Server) -> None:
    name = "crm.orders.amount"
    everything = ask(server, "downstream", name=name)
    near = ask(server, "downstream", name=name, depth="1", direct="true")
    assert [each["column"] for each in near["reached"]] == ["amount_usd"]
    few = ask(server, "downstream", name=name, limit="2")
    assert few["reached"] == everything["reached"][:2]
    assert few["left_out"] == len(everything["reached"]) - 2
    assert few["tables"] == everything["tables"]


def test_find_lists_tables_and_columns_by_a_part_of_the_name(server: Server) -> None:
    found = ask(server, "find", text="MAIL")
    assert [row["table"] for row in found["tables"]["rows"]] == ["mart.mailing"]
    assert "mart.contacts.email_hash" in [row["column"] for row in found["columns"]["rows"]]
    exact = ask(server, "find", text="crm.*.email")["columns"]["rows"]
    assert [row["column"] for row in exact] == ["crm.customers.email"]


def test_explain_tells_steps_jobs_and_what_is_not_known(server: Server) -> None:
    found = ask(server, "explain", name="mart.revenue.revenue")
    assert "sum(amount_usd)" in [step["expression"] for step in found["made_by"]]
    assert found["jobs"][0]["last_runs"][0]["status"] == "COMPLETE"
    table = ask(server, "explain", name="mart.cleaned")
    assert {column["certainty"] for column in table["unknown"]} == {"opaque"}
    assert [column["name"] for column in table["columns"]] == ["order_id", "email"]
    column = ask(server, "explain", name="mart.cleaned.email")
    assert [each["column"] for each in column["unknown"]] == ["mart.cleaned.email"]
    limited = ask(server, "explain", name="stg.orders", limit="1")
    assert len(limited["used_by"]) == 1
    assert limited["used_by_left_out"] > 0


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("impact", "name is missing"),
        ("impact?name=", "name: '' is not a string"),
        ("impact?name=nowhere", "no table or column is named 'nowhere'"),
        ("impact?name=crm.orders&depth=0", "depth: 0 must be at least 1; it is the number of steps"),
        ("impact?name=crm.orders&depth=-1", "depth: -1 must be at least 1"),
        ("impact?name=crm.orders&depth=two", "depth: 'two' is not an integer"),
        ("unknown?limit=0", "limit: 0 must be at least 1 and at most 1000"),
        ("unknown?limit=1001", "limit: 1001 must be at least 1 and at most 1000"),
        ("stale?days=-0.5", "days: -0.5 must be at least 0"),
        ("impact?name=crm.orders&direct=perhaps", "direct: 'perhaps' is not a boolean"),
        ("impact?name=crm.orders&direction=up", "neither downstream nor upstream"),
        ("impact?name=crm.orders&colour=red", "unknown parameter: colour"),
        ("unknown?limit=9999999999999999999", "limit: "),
        ("stale?days=nan", "days: 'nan' is not a number"),
    ],
)
def test_a_wrong_question_says_what_is_wrong(server: Server, path: str, why: str) -> None:
    answer = server.get(f"/api/v1/{path}")
    assert answer.status == 400
    assert why in answer.error


def test_other_paths_and_methods_are_errors_in_json(server: Server) -> None:
    assert "openapi.json" in server.get("/api/v1/nowhere").error
    wrong = server.get("/api/v1/lineage")
    assert (wrong.status, wrong.headers["allow"]) == (405, "POST")
    assert server.post({}, "/api/v1/impact").status == 405


def test_the_page_is_rendered_again_only_if_events_came(server: Server) -> None:
    page = server.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "mart.revenue" in page.body.decode()
    assert server.get("/", **{"If-None-Match": page.headers["etag"]}).status == 304
    for proxied in ("W/{}", '"other", {}', '"other",W/{}'):
        assert server.get("/", **{"If-None-Match": proxied.format(page.headers["etag"])}).status == 304
    assert server.get("/", **{"If-None-Match": '"other"'}).status == 200
    name = "</script><script>alert(1)</script>"
    output = {"namespace": "db", "name": name}
    assert server.post(run_event(1, job="new", outputs=[output])).status == 201
    again = server.get("/", **{"If-None-Match": page.headers["etag"]})
    assert again.status == 200
    assert name not in again.body.decode()
    assert ask(server, "find", text="<script>")["tables"]["rows"][0]["name"] == name


def test_many_ask_while_events_come(server: Server) -> None:
    def both(number: int) -> tuple[int, int]:
        sent = server.post(run_event(1000 + number, job=f"busy.{number}"))
        return sent.status, server.get("/" if number % 2 else "/api/v1/impact?name=crm.orders").status

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(both, range(40))) == {(201, 200)}
    assert len(server.events("?type=COMPLETE&since=2026-05-01&until=2026-05-02")) >= 40


def test_the_description_names_every_endpoint_and_its_parameters(server: Server) -> None:
    document = server.get("/openapi.json").json
    assert document["openapi"].startswith("3.1")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            required = {p["name"]: "crm.orders" for p in operation.get("parameters", []) if p["required"]}
            answer = server.ask(method.upper(), f"{path}?{urllib.parse.urlencode(required)}", b"[]")
            assert str(answer.status) in operation["responses"]
            for parameter in operation.get("parameters", []):
                Draft202012Validator.check_schema(parameter["schema"])
    ids = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
