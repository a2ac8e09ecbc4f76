-- rows: node.rename
-- tables: orders
CREATE TABLE d (id INT, amount DOUBLE) USING delta;
ALTER TABLE d RENAME TO d2;
CREATE TABLE of_d USING parquet AS SELECT id FROM d2;
CREATE TABLE p USING parquet AS SELECT id, amount FROM orders;
ALTER TABLE p RENAME TO p2;
CREATE VIEW v AS SELECT id FROM p2;
ALTER VIEW v RENAME TO v2;
CREATE TABLE of_v USING parquet AS SELECT id FROM v2;
CREATE TABLE lite.db.i (id INT, amount DOUBLE) USING iceberg;
ALTER TABLE lite.db.i RENAME TO db.i2;
