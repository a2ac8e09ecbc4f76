from __future__ import annotations

import pytest

from headwater.errors import UsageError
from headwater.extensions import Dataset, naming


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


# The agent's own expectations (JdbcUrlsSuite), for the supported forms.
@pytest.mark.parametrize(
    ("url", "namespace", "name"),
    [
        ("jdbc:postgresql://db.example.com/shop", "postgres://db.example.com:5432", "shop.orders"),
        ("jdbc:postgresql://DB:5433/shop?user=u&password=PW1", "postgres://db:5433", "shop.orders"),
        ("jdbc:postgresql://u:PW1@h1:5432,h2/shop", "postgres://h1:5432,h2:5432", "shop.orders"),
        ("jdbc:postgresql://[::1]:5433/shop", "postgres://[::1]:5433", "shop.orders"),
        ("jdbc:postgresql://h/", "postgres://h:5432", "orders"),
        ("jdbc:mysql://h/shop?sessionVariables=x=1", "mysql://h:3306", "shop.orders"),
        ("jdbc:mysql:loadbalance://a,b:3307/shop", "mysql://a:3306,b:3307", "shop.orders"),
        ("jdbc:mysql+srv://h/shop", "mysql://h:3306", "shop.orders"),
        ("jdbc:mariadb://h:3306/shop", "mariadb://h:3306", "shop.orders"),
        ("jdbc:sqlserver://h:1433;databaseName=shop;user=u;password=PW1", "sqlserver://h:1433", "shop.orders"),
        ("jdbc:oracle:thin:@//h:1521/svc", "oracle://h:1521", "svc.orders"),
        ("jdbc:db2://h/shop:user=u;password=PW1;", "db2://h:6789", "shop.orders"),
        ("jdbc:trino://h/hive", "trino://h:443", "hive.orders"),
        ("jdbc:ch://h/shop", "clickhouse://h:8123", "shop.orders"),
        ("jdbc:hive2://h:10000/shop;password=PW1", "hive2://h:10000", "shop.orders"),
    ],
)
def test_a_jdbc_table_is_named_as_the_agent_names_it(url: str, namespace: str, name: str) -> None:
    assert naming.jdbc(url, "orders") == Dataset(namespace, name)


@pytest.mark.parametrize("url", ["jdbc:h2:mem:shop;PASSWORD=PW1", "jdbc:oracle:thin:u/PW1@h:1521:sid", "PW1"])
def test_a_url_of_another_form_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(UsageError, match="jdbc takes a URL of the form") as caught:
        naming.jdbc(url, "orders")
    assert "PW1" not in str(caught.value)


def test_services_are_named_by_the_spec() -> None:
    assert naming.kafka("b1, b2:9093", "t") == Dataset("kafka://b1:9092", "t")
    assert naming.bigquery("p", "d", "t") == Dataset("bigquery", "p.d.t")
    assert naming.snowflake("https://org-acct.snowflakecomputing.com/?user=u", "D", "S", "T") == Dataset(
        "snowflake://org-acct", "D.S.T"
    )
    with pytest.raises(UsageError, match="path needs a location"):
        naming.path("")
