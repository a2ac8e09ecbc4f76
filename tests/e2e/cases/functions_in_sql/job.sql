-- rows: columns.subqueries columns.views
-- tables: orders customers
-- since: 4.0
CREATE FUNCTION share(amount DOUBLE) RETURNS DOUBLE RETURN amount / (SELECT sum(orders.amount) FROM orders WHERE status = 'paid');

CREATE FUNCTION orders_of(customer INT) RETURNS TABLE (id INT, amount DOUBLE)
RETURN SELECT id, share(amount) FROM orders WHERE customer_id = customer;

CREATE TEMPORARY FUNCTION loud(text STRING DEFAULT 'none') RETURNS STRING RETURN concat(upper(text), '!');

CREATE TABLE shares USING parquet AS SELECT id, share(amount) AS share, loud() AS constant FROM orders;

CREATE TABLE by_customer USING parquet AS
SELECT loud(c.name) AS name, o.amount FROM customers c, LATERAL orders_of(c.id) o WHERE o.id > 1;

CREATE TABLE of_one USING parquet AS SELECT * FROM orders_of(1);
