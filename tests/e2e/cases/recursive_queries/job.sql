-- rows: columns.cte columns.nested
-- tables: orders
-- since: 4.1
CREATE TABLE paths USING parquet AS
WITH RECURSIVE steps AS (
  SELECT id, customer_id, named_struct('first', status, 'sum', amount) AS info FROM orders WHERE id = 1
  UNION ALL
  SELECT o.id, s.customer_id, named_struct('first', s.info.first, 'sum', s.info.sum + o.amount)
  FROM steps s JOIN orders o ON o.id = s.id + 1)
SELECT id, customer_id, info.first, info.sum, info FROM steps;
