-- tables: orders
CREATE TABLE d USING delta AS SELECT id, amount FROM orders;
CREATE TABLE IF NOT EXISTS d (id INT) USING delta;
CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders;
CREATE TABLE IF NOT EXISTS ice.db.t (id INT) USING iceberg;
CREATE TABLE IF NOT EXISTS unseen (id INT) USING delta;
CREATE TABLE IF NOT EXISTS ice.db.unseen (id INT) USING iceberg;
INSERT INTO unseen SELECT id FROM d;
