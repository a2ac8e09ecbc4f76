"""Create datasets by OpenLineage's naming spec (``spec/Naming.md``), with the same rules as the agent.

For other systems, openlineage-python has classes (``openlineage.client.naming.dataset``), which `of` accepts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from headwater.errors import UsageError
from headwater.extensions._jdbc import table_at, with_port
from headwater.extensions.datasets import Dataset

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["DatasetNaming", "bigquery", "jdbc", "kafka", "of", "path", "snowflake"]

_STORES = {"s3": "s3", "s3a": "s3", "s3n": "s3", "gs": "gs"}
_CONTAINERS = {"abfs": "abfss", "abfss": "abfss", "wasb": "wasbs", "wasbs": "wasbs"}


class DatasetNaming(Protocol):
    """The interface of openlineage-python's naming classes."""

    def get_namespace(self) -> str:
        """Return the namespace."""

    def get_name(self) -> str:
        """Return the name."""


def of(naming: DatasetNaming) -> Dataset:
    """Return the dataset for an instance of openlineage-python's naming classes.

    >>> from openlineage.client.naming.dataset import Athena
    >>> of(Athena("eu-west-1", "awsdatacatalog", "sales", "orders"))
    Dataset(namespace='awsathena://athena.eu-west-1.amazonaws.com', name='awsdatacatalog.sales.orders')
    """
    return Dataset(naming.get_namespace(), naming.get_name())


def path(location: str | PathLike[str]) -> Dataset:
    r"""Return the dataset at a path or URL of a file system or object store.

    An empty location raises :class:`~headwater.UsageError`.

    >>> path("/data/orders/"), path("hdfs://nn:8020/data/orders").namespace
    (Dataset(namespace='file', name='/data/orders'), 'hdfs://nn:8020')
    >>> path("C:\\data\\orders"), path("file:///C:/data/orders").name
    (Dataset(namespace='file', name='/C:/data/orders'), '/C:/data/orders')
    >>> path("s3a://lake/orders")
    Dataset(namespace='s3://lake', name='orders')
    >>> path("abfss://box@account.dfs.core.windows.net/orders")
    Dataset(namespace='abfss://box@account.dfs.core.windows.net', name='orders')
    """
    text = str(location)
    if not text:
        raise UsageError("path needs a location, such as 's3://bucket/key', not ''")
    text = _with_drive(text)
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", text):
        return Dataset("file", _trimmed(text))
    scheme, authority, location_path = _split_url(text)
    name = _trimmed(unquote(location_path))
    if scheme == "file":
        return Dataset("file", name)
    store = _STORES.get(scheme) or _CONTAINERS.get(scheme)
    if scheme not in _CONTAINERS:
        authority = authority.rpartition("@")[2]
    if store is not None:
        return Dataset(f"{store}://{authority}", name.lstrip("/") or "/")
    return Dataset(f"{scheme}://{authority}" if authority else scheme, name)


def _with_drive(text: str) -> str:
    """Return a path with a drive of Windows as it is in Java's URIs; others are unchanged."""
    return "/" + text.replace("\\", "/") if re.match(r"[A-Za-z]:[\\/]", text) else text


def _split_url(url: str) -> tuple[str, str, str]:
    """Return the scheme in lower case, the authority and the path of a URL."""
    scheme, rest = url.split(":", 1)
    if not rest.startswith("//"):
        return scheme.lower(), "", rest
    authority, slash, after = rest[2:].partition("/")
    return scheme.lower(), authority, slash + after


def jdbc(url: str, table: str) -> Dataset:
    """Return the dataset of a table; its name includes the database of the URL but no credentials.

    A table's name may be in quotes, and may include its database. Raises :class:`~headwater.UsageError` if the URL has
    an unknown form, or if it is not certain where its password ends.

    >>> jdbc("jdbc:postgresql://u:secret@DB/shop?ssl=true", "public.orders")
    Dataset(namespace='postgres://db:5432', name='shop.public.orders')
    >>> jdbc("jdbc:sqlserver://h;databaseName=shop;user=u", "[dbo].[orders]")
    Dataset(namespace='sqlserver://h', name='shop.dbo.orders')
    >>> jdbc("jdbc:oracle:thin:@//h/svc", "sales.orders")
    Dataset(namespace='oracle://h:1521', name='svc.sales.orders')
    """
    return Dataset(*table_at(url, table))


def kafka(servers: str, topic: str) -> Dataset:
    """Return the dataset of a topic; of several bootstrap servers the first one is used, as in the spec.

    >>> kafka("broker:9092,other:9092", "orders")
    Dataset(namespace='kafka://broker:9092', name='orders')
    """
    return Dataset(f"kafka://{with_port(servers.partition(',')[0].strip(), 9092)}", topic)


def bigquery(project: str, dataset: str, table: str) -> Dataset:
    """Return the dataset of a BigQuery table.

    >>> bigquery("acme", "sales", "orders").name
    'acme.sales.orders'
    """
    return Dataset("bigquery", f"{project}.{dataset}.{table}")


def snowflake(account: str, database: str, schema: str, table: str) -> Dataset:
    """Return the dataset of a Snowflake table.

    ``account`` is ``organization-account``, or the host name of the account. Snowflake's default region and cloud are
    added to a locator without them.

    >>> snowflake("org-acct.snowflakecomputing.com", "SHOP", "PUBLIC", "ORDERS").namespace
    'snowflake://org-acct'
    >>> snowflake("xy12345", "SHOP", "PUBLIC", "ORDERS").namespace
    'snowflake://xy12345.us-west-1.aws'
    """
    location = urlsplit(account if "//" in account else f"//{account}").netloc or account
    host = location.rpartition("@")[2].partition(":")[0]
    domain = ".snowflakecomputing.com"
    name = host[: -len(domain)] if host.lower().endswith(domain) else host
    match name.split("."):
        case [locator] if "-" not in locator:
            name = f"{locator}.us-west-1.aws"
        case [locator, region]:
            name = f"{locator}.{region}.aws"
    return Dataset(f"snowflake://{name}", f"{database}.{schema}.{table}")


def _trimmed(name: str) -> str:
    return name.rstrip("/") or "/"
