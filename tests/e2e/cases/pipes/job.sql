-- rows: columns.project columns.aggregate columns.join columns.sort
-- tables: orders customers
-- since: 4.0
CREATE TABLE best USING parquet AS
FROM orders
|> WHERE amount > 5
|> EXTEND amount * 2 AS doubled
|> AGGREGATE sum(doubled) AS total, count(*) AS orders GROUP BY customer_id
|> WHERE total > 10
|> ORDER BY total DESC
|> LIMIT 2;

CREATE TABLE named USING parquet AS
FROM orders
|> SET amount = amount + id
|> DROP day
|> AS o
|> JOIN customers c ON o.customer_id = c.id
|> SELECT o.amount, c.name AS customer, o.status;

CREATE TABLE by_status USING parquet AS
FROM orders
|> SELECT customer_id, status, amount
|> PIVOT (sum(amount) FOR status IN ('open', 'paid'))
|> UNION ALL (SELECT id, 0.0D, 0.0D FROM customers);
