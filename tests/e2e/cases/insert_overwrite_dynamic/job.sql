-- rows: node.insert
-- tables: orders
-- conf: spark.sql.sources.partitionOverwriteMode=dynamic
CREATE TABLE by_day (id INT, amount DOUBLE, day DATE) USING parquet PARTITIONED BY (day);
INSERT OVERWRITE by_day SELECT id, amount, day FROM orders;
INSERT OVERWRITE by_day PARTITION (day) SELECT id + 100, amount, day FROM orders WHERE day = DATE'2024-01-02';
