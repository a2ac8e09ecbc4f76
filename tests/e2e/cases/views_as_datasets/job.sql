-- rows: columns.views conf.views
-- tables: orders customers
-- conf: spark.openlineage.views=datasets
CREATE VIEW paid AS SELECT id, customer_id, amount FROM orders WHERE status = 'paid';
CREATE VIEW named AS SELECT p.id, c.name, p.amount FROM paid p JOIN customers c ON c.id = p.customer_id;
-- the view is an input, and neither its tables nor the view that it is made of
CREATE TABLE from_view USING parquet AS SELECT name, sum(amount) AS total FROM named WHERE id > 1 GROUP BY name;
-- a table that is read beside a view that also reads it
CREATE TABLE beside USING parquet AS SELECT o.day, p.amount FROM paid p JOIN orders o ON o.id = p.id;
-- a view of which no column is read
CREATE TABLE counted USING parquet AS SELECT count(*) AS n FROM paid;
-- a temporary view is read through, to the persistent view below it
CREATE TEMPORARY VIEW large AS SELECT id AS large_id FROM paid WHERE amount > 15;
CREATE TABLE from_temp USING parquet AS SELECT large_id FROM large;
