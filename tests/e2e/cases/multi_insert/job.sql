-- rows: facet.output.statistics
-- tables: orders
-- spark3: Spark 3 runs each insert as a query of its own, whose numbers are those of its output
CREATE TABLE small (id INT, amount DOUBLE) USING parquet;
CREATE TABLE large (id INT, status STRING) USING parquet;
FROM orders INSERT INTO small SELECT id, amount WHERE amount <= 15 INSERT INTO large SELECT id, status WHERE amount > 15;
