-- rows: node.hive-insert
-- hive: yes
-- tables: orders
-- conf: spark.hadoop.hive.exec.dynamic.partition.mode=nonstrict
CREATE TABLE by_day (id INT) PARTITIONED BY (day DATE) STORED AS TEXTFILE;
INSERT OVERWRITE by_day SELECT id, day FROM orders;
INSERT OVERWRITE by_day PARTITION (day = DATE'2024-01-01') IF NOT EXISTS SELECT id FROM orders;
