"""The formats that a planned program may read and write."""

from __future__ import annotations

__all__ = ["FILE_FORMATS", "METHODS", "TABLE_FORMATS", "WITH_OWN_SCHEMA"]

FILE_FORMATS = {"avro", "binaryfile", "csv", "delta", "hive", "iceberg", "json", "orc", "parquet", "text", "xml"}
"""The formats that read and write nothing but files."""
METHODS = ("csv", "json", "orc", "parquet", "text", "xml")
"""The methods of PySpark's readers and writers that are named after their format."""
TABLE_FORMATS = {"delta", "iceberg"}
"""The formats whose files tell their schema, so that an empty folder is no table."""
WITH_OWN_SCHEMA = {*TABLE_FORMATS, "binaryfile", "text"}
"""The formats whose reader takes no schema: that of the files counts, or it is always the same."""
