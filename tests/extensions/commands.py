"""Commands on tables of the session catalog, which a namer names by their place in the catalog."""

COMMANDS = (
    "CREATE TABLE held (id BIGINT) USING parquet",
    "INSERT INTO held VALUES (1)",
    "CREATE TABLE copied USING parquet AS SELECT id FROM held",
    "INSERT OVERWRITE held SELECT id + 1 FROM copied",
    "TRUNCATE TABLE held",
    "ALTER TABLE held ADD COLUMNS (day DATE)",
    "DROP TABLE held",
    "DROP TABLE copied",
)
