-- rows: columns.union
-- tables: orders customers
CREATE TABLE unioned USING parquet AS SELECT id, status AS what FROM orders UNION ALL SELECT id, city FROM customers;
CREATE TABLE united USING parquet AS SELECT id FROM orders UNION SELECT id FROM customers;
CREATE TABLE common USING parquet AS SELECT id FROM orders INTERSECT SELECT id FROM customers;
CREATE TABLE rest USING parquet AS SELECT id FROM orders EXCEPT SELECT id FROM customers;
