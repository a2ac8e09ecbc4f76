-- rows: node.hive-ctas connector.hive node.create-table
-- hive: yes
-- tables: orders
CREATE TABLE plain (id INT, amount DOUBLE) STORED AS PARQUET;
INSERT INTO plain SELECT id, amount FROM orders;
CREATE TABLE as_text STORED AS TEXTFILE AS SELECT id, amount * 2 AS doubled FROM plain;
CREATE TABLE by_day (id INT) PARTITIONED BY (day DATE) STORED AS ORC;
INSERT INTO by_day PARTITION (day = DATE'2024-01-01') SELECT id FROM as_text;
INSERT OVERWRITE TABLE by_day PARTITION (day = DATE'2024-01-01') IF NOT EXISTS SELECT id FROM as_text;
INSERT OVERWRITE TABLE by_day PARTITION (day = DATE'2030-01-01') IF NOT EXISTS SELECT id FROM as_text;
SELECT id FROM by_day WHERE day = DATE'2024-01-01';
CREATE TABLE copied USING parquet AS SELECT doubled FROM as_text;
