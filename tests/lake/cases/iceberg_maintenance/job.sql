-- rows: connector.iceberg-maintenance
-- tables: orders
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders;
INSERT INTO ice.db.t SELECT id, amount FROM orders;
CALL ice.system.rewrite_data_files(table => 'db.t', options => map('rewrite-all', 'true'));
CALL ice.system.rewrite_manifests('db.t');
CALL ice.system.expire_snapshots('db.t');
ALTER TABLE ice.db.t ADD COLUMNS (note STRING);
ALTER TABLE ice.db.t RENAME COLUMN note TO remark;
ALTER TABLE ice.db.t DROP COLUMN remark;
ALTER TABLE ice.db.t SET TBLPROPERTIES ('team' = 'sales');
ALTER TABLE ice.db.t ADD PARTITION FIELD id;
ALTER TABLE ice.db.t CREATE BRANCH b1;
INSERT INTO ice.db.t.branch_b1 SELECT id, amount FROM orders;
TRUNCATE TABLE ice.db.t;
DROP TABLE ice.db.t;
