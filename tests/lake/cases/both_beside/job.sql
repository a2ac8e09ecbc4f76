-- tables: orders customers
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
CREATE TABLE plain USING parquet AS SELECT customer_id, sum(amount) AS total FROM orders GROUP BY customer_id;
CREATE TABLE d USING delta AS SELECT * FROM plain;
CREATE TABLE ice.db.t USING iceberg AS SELECT d.customer_id, c.name FROM d JOIN customers c ON d.customer_id = c.id;
INSERT INTO plain SELECT customer_id, count(*) FROM d GROUP BY customer_id;
MERGE INTO ice.db.t t USING d ON t.customer_id = d.customer_id WHEN MATCHED THEN UPDATE SET name = concat(t.name, d.total);
INSERT INTO d SELECT t.customer_id, p.total FROM ice.db.t t JOIN plain p ON t.customer_id = p.customer_id;
CREATE TABLE joined USING csv AS SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id;
