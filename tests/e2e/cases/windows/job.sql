-- rows: columns.window
-- tables: orders
CREATE TABLE windowed USING parquet AS
SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY day) AS n,
  sum(amount) OVER (PARTITION BY status) AS status_total, lag(amount) OVER (ORDER BY id) AS previous
FROM orders;
