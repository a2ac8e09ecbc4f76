-- rows: columns.generate
-- tables: orders
-- since: 4.3
-- conf: spark.sql.binByRelationOperator.enabled=true
CREATE TABLE spans USING parquet AS
SELECT id, customer_id, amount, timestamp'2024-01-01 00:00:00' + make_dt_interval(0, id) AS s,
  timestamp'2024-01-01 01:00:00' + make_dt_interval(0, customer_id) AS e FROM orders;
CREATE TABLE binned USING parquet AS
SELECT id, bs, be, amount, ratio FROM spans BIN BY (RANGE s TO e BIN WIDTH INTERVAL '5' MINUTE
  DISTRIBUTE UNIFORM (amount) BIN_START AS bs BIN_END AS be BIN_DISTRIBUTE_RATIO AS ratio);
DECLARE VARIABLE minutes INT DEFAULT 5;
SET VARIABLE minutes = (SELECT coalesce(max(id), 5) FROM orders);
CREATE TABLE binned_by_variable USING parquet AS
SELECT id, bs, amount FROM spans BIN BY (RANGE s TO e BIN WIDTH make_dt_interval(0, 0, minutes)
  DISTRIBUTE UNIFORM (amount) BIN_START AS bs);
