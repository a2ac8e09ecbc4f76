-- rows: node.insert
-- tables: orders
CREATE TABLE by_day (id INT, amount DOUBLE, day DATE) USING parquet PARTITIONED BY (day);
INSERT INTO by_day SELECT id, amount, day FROM orders;
INSERT OVERWRITE by_day PARTITION (day = DATE'2024-01-01') SELECT id, amount * 2 FROM orders WHERE day = DATE'2024-01-01';
INSERT OVERWRITE by_day PARTITION (day = DATE'2024-01-01') IF NOT EXISTS SELECT id, amount FROM orders;
INSERT OVERWRITE by_day PARTITION (day = DATE'2030-01-01') IF NOT EXISTS SELECT id, amount FROM orders;
