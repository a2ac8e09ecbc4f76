"""The oracle that proves column lineage right: sqlglot's reading of the SQL, and experiments on data."""
