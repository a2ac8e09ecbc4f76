-- rows: node.ctas
-- tables: orders customers
CREATE TABLE kept USING parquet AS SELECT id FROM orders;
CREATE TABLE IF NOT EXISTS kept USING parquet AS SELECT name FROM customers;
TRUNCATE TABLE kept;
ALTER TABLE kept ADD COLUMNS (note STRING);
DROP TABLE kept;
