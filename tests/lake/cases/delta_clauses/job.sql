-- rows: columns.merge connector.delta
-- tables: orders customers
-- conf: spark.databricks.delta.schema.autoMerge.enabled=true
CREATE TABLE d USING delta AS SELECT id, status AS name, amount FROM orders;
-- since: 3.4
MERGE INTO d t USING (SELECT o.id, o.status, o.day, c.city FROM orders o JOIN customers c ON o.customer_id = c.id) s ON t.id = s.id
WHEN MATCHED AND s.city = 'London' THEN UPDATE SET name = s.status
WHEN MATCHED AND t.amount < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET amount = s.id
WHEN NOT MATCHED BY SOURCE AND t.name = 'kept' THEN UPDATE SET amount = 0.0
WHEN NOT MATCHED BY SOURCE THEN DELETE;
-- until: 3.3
MERGE INTO d t USING (SELECT o.id, o.status, o.day, c.city FROM orders o JOIN customers c ON o.customer_id = c.id) s ON t.id = s.id
WHEN MATCHED AND s.city = 'London' THEN UPDATE SET name = s.status
WHEN MATCHED AND t.amount < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET amount = s.id;
MERGE INTO d t USING (SELECT id, amount * 2 AS twice, day FROM orders) s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
CREATE TEMP VIEW some AS SELECT amount, id FROM d;
DELETE FROM some WHERE amount > 1000;
UPDATE some SET amount = id WHERE id = 1;
