-- rows: columns.cte
-- tables: orders customers
CREATE TABLE from_cte USING parquet AS
WITH paid AS (SELECT customer_id, amount FROM orders WHERE status = 'paid'),
  totals AS (SELECT customer_id, sum(amount) AS total FROM paid GROUP BY customer_id)
SELECT c.name, t.total FROM totals t JOIN customers c ON c.id = t.customer_id;
CREATE TABLE twice USING parquet AS
WITH c AS (SELECT id, amount FROM orders) SELECT a.id, b.amount FROM c a JOIN c b ON a.id = b.id;
