-- rows: columns.join
-- tables: orders customers
CREATE TABLE inner_join USING parquet AS SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id;
CREATE TABLE left_join USING parquet AS SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer_id = c.id;
CREATE TABLE right_join USING parquet AS SELECT o.id, c.name FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id;
CREATE TABLE full_join USING parquet AS SELECT o.id, c.name FROM orders o FULL JOIN customers c ON o.customer_id = c.id;
CREATE TABLE cross_join USING parquet AS SELECT o.id, c.name FROM orders o CROSS JOIN customers c;
CREATE TABLE semi_join USING parquet AS SELECT o.id FROM orders o LEFT SEMI JOIN customers c ON o.customer_id = c.id;
CREATE TABLE anti_join USING parquet AS SELECT o.id FROM orders o LEFT ANTI JOIN customers c ON o.customer_id = c.id;
CREATE TABLE using_join USING parquet AS SELECT id, name, amount FROM orders FULL JOIN customers USING (id);
CREATE TABLE self_join USING parquet AS SELECT a.id, b.amount FROM orders a JOIN orders b ON a.id = b.customer_id;
