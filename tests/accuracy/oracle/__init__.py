"""The oracle for column lineage: sqlglot's analysis of the SQL, and experiments on data."""
