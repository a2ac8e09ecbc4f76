"""The tools of MCP: sessions of the protocol's own client, over HTTP and over the standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from headwater.cli import main
from serving import SHOP, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcp_types import CallToolResult

TOKEN = "0123456789abcdef-TOKEN"  # noqa: S105 - of this test
NAMES = ["find", "upstream", "downstream", "impact", "explain", "unknown"]
TOOLS: dict[str, dict[str, Any]] = {
    "find": {"text": "email"},
    "upstream": {"name": "mart.revenue.revenue", "direct": True},
    "downstream": {"name": "crm.orders.amount", "depth": 1},
    "impact": {"name": "crm.orders.amount", "limit": 2},
    "explain": {"name": "mart.cleaned.email"},
    "unknown": {},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEADWATER_SERVE_TOKEN", TOKEN)
        server = Server(tmp_path_factory.mktemp("db") / "a.duckdb")
    for line in SHOP.read_bytes().splitlines():
        assert server.post(line, Authorization=f"Bearer {TOKEN}").status == 201
    yield server
    assert server.stop() == ""


def call_over_http(server: Server, *calls: tuple[str, dict[str, Any]], mode: str = "auto") -> list[CallToolResult]:
    async def session() -> list[CallToolResult]:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http:
            transport = streamable_http_client(f"{server.url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                assert [tool.name for tool in (await client.list_tools()).tools] == NAMES
                return [await client.call_tool(name, given) for name, given in calls]

    return anyio.run(session)


def test_each_tool_answers_as_the_json_api_does(server: Server) -> None:
    for mode in ("auto", "legacy"):
        results = call_over_http(server, *TOOLS.items(), mode=mode)
        for (name, given), result in zip(TOOLS.items(), results, strict=True):
            query = "&".join(f"{key}={str(value).lower()}" for key, value in given.items())
            expected = server.get(f"/api/v1/{name}?{query}", Authorization=f"Bearer {TOKEN}").json
            assert not result.is_error
            assert result.structured_content == expected
            assert json.loads(result.content[0].text) == expected  # type: ignore[union-attr]


def test_a_wrong_call_is_an_error_that_the_assistant_can_read(server: Server) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("impact", {"name": "crm.ordes"}),
        ("impact", {}),
        ("impact", {"name": ["crm.orders"]}),
        ("downstream", {"name": "crm.orders", "depth": True}),
        ("drop", {"table": "events"}),
    ]
    texts = []
    for result in call_over_http(server, *calls):
        assert result.is_error
        texts.append(result.content[0].text)  # type: ignore[union-attr]
    assert "similar: crm.orders" in texts[0]
    assert "name is missing" in texts[1]
    assert "is not a string" in texts[2]
    assert "depth: 'True' is not an integer" in texts[3]
    assert "there is no tool 'drop'" in texts[4]


def test_the_tools_need_the_token(server: Server) -> None:
    assert server.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, "/mcp").status == 401


def test_an_assistant_starts_the_tools_for_events_in_files(tmp_path: Path) -> None:
    async def session() -> tuple[list[str], CallToolResult]:
        arguments, env = ["-m", "headwater", "mcp", str(SHOP)], {"PYTHONPATH": os.environ["PYTHONPATH"]}
        command = StdioServerParameters(command=sys.executable, args=arguments, env=env)
        with (tmp_path / "log").open("w", encoding="utf-8") as log:
            async with Client(stdio_client(command, errlog=log)) as client:
                names = [tool.name for tool in (await client.list_tools()).tools]
                return names, await client.call_tool("impact", {"name": "crm.rates.rate", "direct": True})

    names, result = anyio.run(session)
    assert names == NAMES
    assert "mart.revenue" in [each["table"] for each in result.structured_content["reached"]]
    assert (tmp_path / "log").read_text(encoding="utf-8") == ""


def test_the_standard_input_cannot_be_both_events_and_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "-"]) == 1
    assert "the standard input is the assistant's" in capsys.readouterr().err


def test_nothing_but_the_server_imports_its_libraries() -> None:
    libraries = {"duckdb", "mcp", "starlette", "uvicorn"}
    code = (
        f"import sys; from headwater.cli import main; main(['summary', {str(SHOP)!r}])\n"
        f"print({libraries!r} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("set()\n")
