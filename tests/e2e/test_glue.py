"""The settings of AWS Glue jobs: the application's name and the catalog's table names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.events import Event

JOB = Path(__file__).parent / "jobs" / "glue.py"
ACCOUNT = {"spark.glue.GLUE_VERSION": "5.0", "spark.glue.accountId": "123456789012"}
GENERATED = {
    "spark.app.name": "nativespark-NightlyLoad-jr_0a1b",
    "spark.glue.JOB_NAME": "NightlyLoad",
}
FACTORY = {
    "spark.hadoop.hive.metastore.client.factory.class": (
        "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory"
    )
}
APPLICATIONS = {
    "generated": ACCOUNT | GENERATED | FACTORY,
    "chosen": ACCOUNT | GENERATED | {"spark.app.name": "MyLoad"},
}


@pytest.fixture(scope="module")
def sent(suite: Suite) -> dict[str, list[Event]]:
    return suite.under("glue", JOB, APPLICATIONS, {"AWS_REGION": "eu-west-1"}).of_jobs_that_ran()


def symlinks(sent: list[Event]) -> set[tuple[str, str]]:
    found = [o["facets"]["symlinks"]["identifiers"] for event in sent for o in event["outputs"]]
    return {(one["namespace"], one["name"]) for identifiers in found for one in identifiers}


@pytest.mark.row("name.glue")
def test_a_name_generated_by_glue_is_replaced_by_the_jobs_name(
    sent: dict[str, list[Event]],
) -> None:
    names = {
        name: {e["job"]["name"].partition(".")[0] for e in all_} for name, all_ in sent.items()
    }
    assert names == {"generated": {"nightly_load"}, "chosen": {"my_load"}}


@pytest.mark.row("connector.glue")
def test_tables_have_the_accounts_name_where_glue_is_the_metastore(
    sent: dict[str, list[Event]],
) -> None:
    assert symlinks(sent["generated"]) == {
        ("arn:aws:glue:eu-west-1:123456789012", "table/default/made")
    }
    (other,) = symlinks(sent["chosen"])
    assert other[1] == "default.made"
    assert other[0].startswith("file:")
