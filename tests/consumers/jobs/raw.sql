-- What other teams deliver: tables and views of several formats.
CREATE DATABASE raw;
CREATE DATABASE core;
CREATE DATABASE marts;
CREATE TABLE raw.orders USING parquet AS SELECT * FROM orders;
CREATE TABLE raw.customers USING parquet AS SELECT id, trim(name) AS name, city FROM customers;
CREATE TABLE raw.people USING parquet AS SELECT id, name, address, tags, attrs, items FROM people;
CREATE TABLE raw.rates (currency STRING, rate DECIMAL(12, 6), since DATE) USING parquet;
INSERT INTO raw.rates VALUES ('EUR', 1.000000, DATE'2024-01-01'), ('USD', 0.912345, DATE'2024-01-01');
CREATE VIEW raw.paid AS SELECT id, customer_id, amount, day FROM raw.orders WHERE status = 'paid';
CREATE VIEW raw.cities AS SELECT DISTINCT city FROM raw.customers;
CREATE VIEW raw.paid_by_city AS SELECT c.city, p.amount, p.day FROM raw.paid p JOIN raw.customers c ON p.customer_id = c.id;
