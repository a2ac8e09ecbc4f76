-- rows: node.create-like
-- tables: orders customers
CREATE TEMPORARY VIEW customers AS SELECT id AS view_id FROM orders;
CREATE TABLE of_view LIKE customers;
CREATE TABLE of_table LIKE default.customers;
CREATE GLOBAL TEMPORARY VIEW shared AS SELECT id AS shared_id FROM orders;
CREATE TABLE of_shared LIKE global_temp.shared;
