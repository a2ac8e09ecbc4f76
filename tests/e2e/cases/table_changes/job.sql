-- tables: orders
CREATE TABLE target (id INT, amount DOUBLE) USING parquet;
ALTER TABLE target ADD COLUMNS (note STRING);
INSERT INTO target SELECT id, amount, status FROM orders;
TRUNCATE TABLE target;
ALTER TABLE target RENAME TO renamed;
DROP TABLE renamed;
DROP TABLE IF EXISTS missing;
