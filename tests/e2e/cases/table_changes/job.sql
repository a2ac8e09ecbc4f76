-- rows: node.create-table node.create-like node.alter node.rename node.drop node.truncate node.repair
-- tables: orders customers
CREATE TABLE target (id INT, amount DOUBLE) USING parquet;
CREATE TABLE IF NOT EXISTS target (id INT) USING parquet;
ALTER TABLE target ADD COLUMNS (note STRING);
ALTER TABLE target CHANGE COLUMN note COMMENT 'why';
ALTER TABLE target SET TBLPROPERTIES ('a' = 'b');
INSERT INTO target SELECT id, amount, status FROM orders;
TRUNCATE TABLE target;
ALTER TABLE target RENAME TO renamed;
INSERT INTO renamed SELECT id, amount, status FROM orders;
ANALYZE TABLE renamed COMPUTE STATISTICS;
DROP TABLE renamed;
DROP TABLE IF EXISTS missing;
ALTER TABLE orders RENAME TO sales;
CREATE TABLE twin LIKE customers;
DROP TABLE IF EXISTS twin;
CREATE TABLE parted (id INT, day STRING) USING parquet PARTITIONED BY (day);
ALTER TABLE parted ADD PARTITION (day = '2020-01-01');
MSCK REPAIR TABLE parted;
ALTER TABLE parted DROP PARTITION (day = '2020-01-01');
CREATE VIEW big AS SELECT id FROM customers;
ALTER VIEW big AS SELECT id, name FROM customers;
ALTER VIEW big RENAME TO bigger;
DROP VIEW bigger;
