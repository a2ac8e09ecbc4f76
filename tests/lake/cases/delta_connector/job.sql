-- rows: connector.delta
-- tables: orders
-- since: 4.0
CREATE TABLE d USING delta TBLPROPERTIES (delta.enableChangeDataFeed = true, delta.enableRowTracking = true) AS SELECT id, amount FROM orders;
UPDATE d SET amount = amount + 1 WHERE id = 2;
-- since: 4.2
SET spark.databricks.delta.changelogV2.enabled = true;
-- since: 4.2
CREATE TABLE changed USING parquet AS SELECT id, _change_type AS what FROM d CHANGES FROM VERSION 1;
SET spark.databricks.delta.v2.enableMode = STRICT;
CREATE TABLE now USING parquet AS SELECT id FROM d WHERE amount > 1;
CREATE TABLE before USING parquet AS SELECT id, _metadata.file_path AS file FROM d VERSION AS OF 0;
-- since: 4.2
CREATE TABLE feed USING parquet AS SELECT amount, _change_type AS what FROM table_changes('d', 1);
-- since: 4.2
INSERT INTO d SELECT id + 10, amount FROM orders;
ALTER TABLE d RENAME TO e;
