-- rows: columns.aggregate columns.grouping-sets
-- tables: orders
CREATE TABLE grouped USING parquet AS
SELECT status, sum(amount) AS total, count(*) AS n, count(DISTINCT customer_id) AS customers,
  max(day) FILTER (WHERE amount > 1) AS last_day
FROM orders GROUP BY status HAVING min(amount) > 0;
CREATE TABLE counted USING parquet AS SELECT count(*) AS n FROM orders WHERE status = 'paid';
CREATE TABLE rolled USING parquet AS SELECT status, day, sum(amount) AS total FROM orders GROUP BY ROLLUP (status, day);
CREATE TABLE pivoted USING parquet AS
SELECT * FROM (SELECT customer_id, status, amount FROM orders) PIVOT (sum(amount) FOR status IN ('open', 'paid'));
