-- rows: facet.output.statistics
-- tables: orders
CREATE TABLE small (id INT, amount DOUBLE) USING parquet;
CREATE TABLE large (id INT, status STRING) USING parquet;
FROM orders INSERT INTO small SELECT id, amount WHERE amount <= 15 INSERT INTO large SELECT id, status WHERE amount > 15;
