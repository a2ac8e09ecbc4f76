-- rows: connector.iceberg-maintenance
-- tables: orders
CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders;
CREATE TABLE ice.a.b.t USING iceberg AS SELECT id, amount FROM orders;
USE ice;
ALTER TABLE db.t CREATE BRANCH audit;
ALTER TABLE db.t ADD PARTITION FIELD id;
ALTER TABLE a.b.t WRITE ORDERED BY id;
USE ice.db;
ALTER TABLE t CREATE TAG first;
