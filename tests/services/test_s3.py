"""Events of a bucket that Spark uses with s3a."""

from __future__ import annotations

import pytest

from tests.services.conftest import S3_KEYS, Outcome

LAKE = "s3://lake"


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["s3"]


@pytest.mark.row("identity.object-stores")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("out/partitions", {"in/orders"}),
        ("out/partition_glob", {"in/orders"}),
        ("out/glob", {"in/text/a", "in/text/b"}),
        ("out/directory", {"in/orders"}),
        ("out/kept", {"in/orders"}),
        ("out/rdd", {"in/text/a"}),
        ("out/of_delta", {"in/delta"}),
        ("ice/db/orders", {"in/orders"}),
        ("out/of_iceberg", {"ice/db/orders"}),
    ],
)
def test_a_path_is_bucket_and_key(job: Outcome, written: str, read: set[str]) -> None:
    found = job.written(written)
    assert found.id == (LAKE, written)
    assert found.inputs == {(LAKE, name) for name in read}


def test_what_an_rdd_writes_is_counted(job: Outcome) -> None:
    statistics = job.written("out/rdd").output["outputFacets"]["outputStatistics"]
    lines = ["id,amount", *(f"{number},{2 * number}" for number in range(6))]
    assert statistics["rowCount"] == len(lines)
    assert statistics["size"] == sum(len(line) + 1 for line in lines)


def test_columns_are_followed_through_the_bucket(job: Outcome) -> None:
    assert job.written("out/partition_glob").columns == {"next": {"in/orders.id TRANSFORMATION"}}
    assert job.written("out/of_iceberg").columns == {"amount": {"ice/db/orders.amount IDENTITY"}}
    assert job.written("out/partitions").rows == {"in/orders.day FILTER"}


@pytest.mark.row("node.insert-directory")
def test_a_directory_is_overwritten(job: Outcome) -> None:
    assert job.written("out/directory").lifecycle == "OVERWRITE"


def test_tables_of_the_bucket_are_tables_of_their_catalog(job: Outcome) -> None:
    output = job.written("ice/db/orders").output
    assert [s["name"] for s in output["facets"]["symlinks"]["identifiers"]] == ["db.orders"]
    assert output["facets"]["storage"]["storageLayer"] == "iceberg"


def test_no_event_holds_a_key(job: Outcome) -> None:
    for key in S3_KEYS:
        assert key not in job.text
