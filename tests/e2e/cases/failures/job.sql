-- rows: life.failed life.failed-driver facet.run.exception
-- tables: orders
-- spark3: the error is the stage's, not the query's own
-- fails: nope
SELECT nope FROM orders;
-- fails: missing
CREATE TABLE never USING parquet AS SELECT id FROM missing;
-- fails: boom
CREATE TABLE broken USING parquet AS SELECT id, CAST(raise_error('boom') AS STRING) AS e FROM orders;
-- fails: already exists
CREATE TABLE orders USING parquet AS SELECT 1 AS one;
SELECT id FROM orders WHERE id = 1;
