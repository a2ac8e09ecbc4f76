-- rows: connector.iceberg
-- tables: orders
-- since: 3.5
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders;
INSERT INTO ice.db.t SELECT id + 10, amount FROM orders;
CREATE TABLE feed USING parquet AS SELECT id, _change_type AS what FROM ice.db.t.changes;
CALL ice.system.create_changelog_view(table => 'db.t', changelog_view => 'log');
CREATE TABLE from_view USING parquet AS SELECT id, amount FROM log WHERE _change_type = 'INSERT';
