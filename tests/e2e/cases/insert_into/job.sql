-- rows: node.insert
-- tables: orders
CREATE TABLE totals (customer INT, total DOUBLE) USING parquet;
INSERT INTO totals SELECT customer_id, sum(amount) FROM orders GROUP BY customer_id;
INSERT INTO totals (total, customer) SELECT amount, id FROM orders;
INSERT INTO totals VALUES (7, 7.0);
INSERT OVERWRITE totals SELECT customer_id, max(amount) FROM orders GROUP BY customer_id;
