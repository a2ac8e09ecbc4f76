"""The formats that a planned program may read and write."""

from __future__ import annotations

__all__ = ["FILE_FORMATS", "FORMAT", "METHODS"]

FILE_FORMATS = {"avro", "binaryfile", "csv", "delta", "hive", "json", "orc", "parquet", "text", "xml"}
"""The formats that read and write nothing but files."""
METHODS = ("csv", "json", "orc", "parquet", "text", "xml")
"""The methods of PySpark's readers and writers that are named after their format."""
FORMAT = "_headwater_format"
"""The attribute of a reader or a writer that holds the format it was given."""
