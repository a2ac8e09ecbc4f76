"""What the oldest releases of `--oldest` cannot run."""

from __future__ import annotations

# Cases with something that a release does not have. The name of a format stands for all its cases.
LACKING = {
    "3.3": {
        "both_drops": "Iceberg's JDBC catalog",
        "both_failed_creates": "CREATE TABLE … LIKE of Delta",
        "both_locations": "a write of Delta after SET LOCATION",
        "both_renamed_tables": "Iceberg's JDBC catalog",
        "both_replaces": "Iceberg's JDBC catalog",
        "both_streams": "a stream whose columns are in other case",
        "delta_feed": "table_changes",
        "delta_maintenance": "SHALLOW CLONE",
        "iceberg_catalogs": "Iceberg's JDBC catalog",
        "iceberg_maintenance": "branches",
        "iceberg_merge_on_read": "merge on read with this patch release of Spark",
        "iceberg_procedures": "branches",
        "iceberg_reads": "branches",
        "iceberg_short_names": "branches",
    },
    "3.4": {
        "both_drops": "Iceberg's JDBC catalog",
        "both_locations": "Iceberg's JDBC catalog",
        "both_renamed_tables": "Iceberg's JDBC catalog",
        "both_replaces": "Iceberg's JDBC catalog",
        "iceberg_catalogs": "Iceberg's JDBC catalog",
        "iceberg_procedures": "CALL … fast_forward",
        "iceberg_views": "Iceberg's JDBC catalog",
    },
    "3.5": {
        "both_drops": "Iceberg's JDBC catalog",
        "both_locations": "Iceberg's JDBC catalog",
        "both_renamed_tables": "Iceberg's JDBC catalog",
        "both_replaces": "truncate in Delta's overwrite by replaceWhere",
        "delta_alters": "ALTER TABLE that raises the protocol for column mapping",
        "delta_batches": "schema evolution of MERGE in a batch",
        "delta_change_feed_counts": "truncate in Delta's overwrite",
        "delta_identity": "identity columns of DeltaTable.create",
        "delta_overwrites": "truncate in Delta's overwrite",
        "delta_paths": "truncate in Delta's overwrite",
        "delta_writes": "INSERT of a part of the columns",
        "iceberg_catalogs": "Iceberg's JDBC catalog",
        "iceberg_rewrites": "a column of the result of rewrite_data_files",
        "iceberg_row_lineage": "tables of version 3",
        "iceberg_views": "Iceberg's JDBC catalog",
        "paimon": "there is one release",
    },
}


def lacks(line: str, case: str) -> bool:
    """Whether the oldest releases for a Spark line cannot run a case."""
    return bool(LACKING[line].keys() & {case, case.partition("_")[0]})
