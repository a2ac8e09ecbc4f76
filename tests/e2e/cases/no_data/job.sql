-- rows: filter.metadata
-- tables: orders
SHOW TABLES;
DESCRIBE TABLE orders;
EXPLAIN SELECT id FROM orders;
SET spark.sql.shuffle.partitions=3;
SELECT 1 AS one;
