from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import UsageError
from headwater.extensions import Dataset, naming
from properties import repeatable


@pytest.mark.parametrize(
    ("location", "namespace", "name"),
    [
        ("/data/orders", "file", "/data/orders"),
        ("file:/data/orders/", "file", "/data/orders"),
        ("file:///data/a b", "file", "/data/a b"),
        ("C:\\data\\orders\\", "file", "/C:/data/orders"),
        ("d:/data/a b", "file", "/d:/data/a b"),
        ("file:/C:/data/orders", "file", "/C:/data/orders"),
        ("s3a://key:secret@lake/a", "s3://lake", "a"),
        ("s3n://lake/", "s3://lake", "/"),
        ("GS://lake/a", "gs://lake", "a"),
        ("abfs://box@acct.dfs.core.windows.net/a/b", "abfss://box@acct.dfs.core.windows.net", "a/b"),
        ("wasb://box@acct.blob.core.windows.net/a", "wasbs://box@acct.blob.core.windows.net", "a"),
        ("hdfs://nn:8020/user/a", "hdfs://nn:8020", "/user/a"),
        ("dbfs:/mnt/a", "dbfs", "/mnt/a"),
        ("s3://lake/a%20b", "s3://lake", "a b"),
    ],
)
def test_a_path_is_named_as_the_agent_names_it(location: str, namespace: str, name: str) -> None:
    assert naming.path(location) == Dataset(namespace, name)


# The rows are those of the agent's JdbcUrlsSuite.
JDBC_NAMES = Path(__file__).parent / "data" / "jdbc-names.tsv"


@pytest.mark.parametrize("row", JDBC_NAMES.read_text(encoding="utf-8").splitlines()[1:])
def test_a_jdbc_table_is_named_as_the_agent_names_it(row: str) -> None:
    url, table, namespace, name = row.split("\t")
    assert naming.jdbc(url, table) == Dataset(namespace, name)


@pytest.mark.parametrize(
    "url",
    [
        "jdbc:h2:mem:shop;PASSWORD=PW1",
        "jdbc:oracle:thin:u/PW1@h:1521:sid",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=a)(PASSWORD=PW1)))",
        "jdbc:mysql://address=(host=a)(user=u)(password=PW1)/shop",
        "jdbc:mysql://(host=a,user=u,password=PW1)/shop",
        "jdbc:teradata://h/DATABASE=shop,USER=u,PASSWORD=PW1",
        "jdbc:snowflake://org-acct.snowflakecomputing.com/?user=u&password=PW1&db=SHOP",
        "jdbc:bigquery://https://www.googleapis.com/bigquery/v2:443;ProjectId=p;OAuthAccessToken=PW1;",
        "jdbc:postgresql://u:PW1",
        "jdbc:postgresql://u:123456",
        "PW1",
        "",
    ],
)
def test_a_url_of_another_form_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(UsageError, match="jdbc takes a URL of the form") as caught:
        naming.jdbc(url, "orders")
    assert "PW1" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "jdbc:postgresql://u:12/34@h/shop",
        "jdbc:postgresql://u:12/34?x=1@h/shop",
        "jdbc:mysql://u:12?x=1@h",
        "jdbc:mysql://u:12?=1@h/shop",
        "jdbc:mysql://u:12;x=1/@h/shop",
        "jdbc:mysql://u:p@12/3@h/shop",
        "jdbc:postgresql://h/a@b",
    ],
)
def test_a_url_is_refused_if_its_password_may_end_elsewhere(url: str) -> None:
    with pytest.raises(UsageError, match="jdbc takes a URL of the form"):
        naming.jdbc(url, "orders")


@repeatable
@given(st.text(st.sampled_from("Zz19:/@?;&=#,{}[]() .-\\%"), max_size=12), st.sampled_from(["mysql", "hive2", "trino"]))
def test_a_url_with_any_password_is_named_without_it_or_refused(password: str, scheme: str) -> None:
    with contextlib.suppress(UsageError):
        assert naming.jdbc(f"jdbc:{scheme}://u:{password}@h:1/shop", "orders") == Dataset(
            f"{scheme}://h:1", "shop.orders"
        )


def test_services_are_named_by_the_spec() -> None:
    assert naming.kafka("b1, b2:9093", "t") == Dataset("kafka://b1:9092", "t")
    assert naming.bigquery("p", "d", "t") == Dataset("bigquery", "p.d.t")
    assert naming.snowflake("https://org-acct.snowflakecomputing.com/?user=u", "D", "S", "T") == Dataset(
        "snowflake://org-acct", "D.S.T"
    )
    assert naming.snowflake("xy1.eu-west-1.snowflakecomputing.com:443", "D", "S", "T") == Dataset(
        "snowflake://xy1.eu-west-1.aws", "D.S.T"
    )
    assert naming.snowflake("Org-Acct", "D", "S", "T").namespace == "snowflake://Org-Acct"
    with pytest.raises(UsageError, match="path needs a location"):
        naming.path("")
