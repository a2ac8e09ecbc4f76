-- rows: columns.views node.view-read node.create-view
-- tables: orders customers
CREATE VIEW paid AS SELECT id, customer_id, amount FROM orders WHERE status = 'paid';
CREATE VIEW named AS SELECT p.id, c.name, p.amount FROM paid p JOIN customers c ON c.id = p.customer_id;
CREATE VIEW IF NOT EXISTS named AS SELECT id FROM orders;
CREATE TABLE from_view USING parquet AS SELECT name, amount FROM named;
CREATE TEMPORARY VIEW small AS SELECT id AS small_id FROM orders WHERE amount < 15;
CREATE TABLE from_temp USING parquet AS SELECT small_id FROM small;
CREATE GLOBAL TEMPORARY VIEW large AS SELECT id AS large_id FROM orders WHERE amount > 15;
CREATE TABLE from_global USING parquet AS SELECT large_id FROM global_temp.large;
