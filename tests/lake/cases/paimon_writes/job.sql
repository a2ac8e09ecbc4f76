-- tables: orders
-- rows: connector.paimon
CREATE DATABASE pai.db;
CREATE TABLE pai.db.t (id INT, amount DOUBLE, status STRING) PARTITIONED BY (status);
INSERT INTO pai.db.t SELECT id, amount * 2, status FROM orders WHERE day IS NOT NULL;
INSERT OVERWRITE pai.db.t PARTITION (status = 'void') SELECT id, amount FROM orders;
CREATE TABLE pai.db.keyed TBLPROPERTIES ('primary-key' = 'id', 'bucket' = '1') AS SELECT id, amount, status FROM orders;
SET spark.sql.sources.partitionOverwriteMode = dynamic;
INSERT OVERWRITE pai.db.t SELECT id, amount, status FROM pai.db.keyed;
DROP TABLE pai.db.t;
