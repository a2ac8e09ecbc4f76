-- rows: node.v2-create-replace facet.dataset.storage facet.dataset.catalog filter.delta
-- tables: orders
CREATE TABLE d (id INT, amount DOUBLE) USING delta;
INSERT INTO d SELECT id, amount FROM orders;
INSERT INTO d (amount, id) SELECT amount + 1, customer_id FROM orders;
-- since: 3.5
INSERT INTO d (ID) SELECT customer_id FROM orders;
INSERT OVERWRITE d SELECT id, amount * 2 FROM orders WHERE amount > 10;
CREATE TABLE totals USING delta AS SELECT customer_id, sum(amount) AS total FROM orders GROUP BY customer_id;
CREATE OR REPLACE TABLE totals USING delta AS SELECT id, upper(status) AS status FROM orders;
CREATE TABLE days USING delta PARTITIONED BY (day) AS SELECT id, day FROM orders;
