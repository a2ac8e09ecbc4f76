-- rows: connector.iceberg columns.views
-- tables: orders
-- since: 3.4
CREATE NAMESPACE lite.db;
CREATE TABLE lite.db.t USING iceberg AS SELECT id, amount FROM orders;
CREATE VIEW lite.db.v AS SELECT id, amount * 2 AS twice FROM lite.db.t WHERE amount > 1;
CREATE TABLE copy USING parquet AS SELECT twice FROM lite.db.v;
CREATE OR REPLACE VIEW lite.db.v AS SELECT id FROM lite.db.t;
ALTER VIEW lite.db.v SET TBLPROPERTIES ('a' = 'b');
SHOW VIEWS IN lite.db;
DROP VIEW lite.db.v;
DROP VIEW IF EXISTS lite.db.v;
CREATE VIEW lite.db.w AS SELECT id FROM lite.db.t;
DROP VIEW IF EXISTS lite.db.w;
CREATE TABLE files USING parquet AS SELECT file_path, record_count FROM lite.db.t.files;
CREATE TABLE history USING parquet AS SELECT snapshot_id FROM lite.db.t.history WHERE is_current_ancestor;
SELECT * FROM lite.db.t.partitions;
