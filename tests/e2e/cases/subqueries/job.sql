-- rows: columns.subqueries node.inputs
-- tables: orders customers
CREATE TABLE scalar USING parquet AS SELECT id, (SELECT max(amount) FROM orders) AS most FROM customers;
CREATE TABLE correlated USING parquet AS
SELECT name, (SELECT sum(o.amount) FROM orders o WHERE o.customer_id = c.id) AS total FROM customers c;
CREATE TABLE in_list USING parquet AS SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders);
CREATE TABLE not_there USING parquet AS
SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id);
CREATE TABLE either USING parquet AS
SELECT name FROM customers c
WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id) OR c.city = 'London';
