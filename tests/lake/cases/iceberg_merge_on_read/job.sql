-- rows: node.merge
-- tables: orders customers
-- without: 3.4 Iceberg 1.5.2 calls a constructor of Spark that 3.4.4 no longer has
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
-- Else random names of files decide which rows share a file, and so how many rows a later statement reads.
-- until: 3.4
SET spark.sql.shuffle.partitions = 1;
CREATE TABLE ice.db.t USING iceberg TBLPROPERTIES ('write.merge.mode' = 'merge-on-read', 'write.update.mode' = 'merge-on-read', 'write.delete.mode' = 'merge-on-read') AS SELECT id, status AS name, amount FROM orders;
-- since: 3.5
MERGE INTO ice.db.t t USING (SELECT * FROM orders WHERE id > 1) s ON t.id = s.customer_id AND s.day > '2020-01-01'
WHEN MATCHED AND s.status = 'gone' THEN DELETE
WHEN MATCHED AND s.amount > 15 THEN UPDATE SET amount = t.amount + s.amount
WHEN NOT MATCHED AND s.id > 2 THEN INSERT (id, name, amount) VALUES (s.id + 100, upper(s.status), 0.0)
WHEN NOT MATCHED BY SOURCE AND t.amount > 30 THEN UPDATE SET name = concat(t.name, '!');
-- until: 3.4
MERGE INTO ice.db.t t USING (SELECT * FROM orders WHERE id > 1) s ON t.id = s.customer_id AND s.day > '2020-01-01'
WHEN MATCHED AND s.status = 'gone' THEN DELETE
WHEN MATCHED AND s.amount > 15 THEN UPDATE SET amount = t.amount + s.amount
WHEN NOT MATCHED AND s.id > 2 THEN INSERT (id, name, amount) VALUES (s.id + 100, upper(s.status), 0.0);
-- since: 3.5
MERGE INTO ice.db.t t USING (SELECT id, name FROM customers WHERE city = 'London') c ON t.id = c.id
WHEN NOT MATCHED THEN INSERT (id, name) VALUES (c.id, c.name);
-- until: 3.4
MERGE INTO ice.db.t t USING (SELECT id, name FROM customers WHERE city = 'London') c ON t.id = c.id
WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (c.id, c.name, null);
MERGE INTO ice.db.t t USING (SELECT id, status AS name, amount FROM orders) s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
UPDATE ice.db.t SET amount = amount * 2, name = concat(name, 'x') WHERE id = 1;
-- since: 3.5
UPDATE ice.db.t SET name = IF(amount > 30, name, upper(name));
UPDATE ice.db.t SET amount = 0.0;
DELETE FROM ice.db.t WHERE id = 2;
-- until: 3.4
SET spark.sql.shuffle.partitions = 2;
DELETE FROM ice.db.t WHERE id IN (SELECT id FROM customers WHERE city = 'Erlangen');
-- since: 4.0
CREATE TABLE ice.db.p USING iceberg PARTITIONED BY (name) TBLPROPERTIES ('write.delete.mode' = 'merge-on-read') AS SELECT id, status AS name FROM orders;
-- since: 4.0
DELETE FROM ice.db.p WHERE id = 1;
-- since: 4.0
CREATE TABLE deleted USING parquet AS SELECT file_path, pos, partition.name AS name, spec_id, delete_file_path FROM ice.db.p.position_deletes;
