-- rows: columns.merge connector.iceberg
-- tables: orders customers
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
CREATE TABLE ice.db.t USING iceberg AS SELECT id, status AS name, amount FROM orders;
-- since: 3.5
MERGE INTO ice.db.t t USING (SELECT o.id, o.status, o.day, c.city FROM orders o JOIN customers c ON o.customer_id = c.id) s ON t.id = s.id
WHEN MATCHED AND s.city = 'London' THEN UPDATE SET name = s.status
WHEN MATCHED AND t.amount < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET amount = s.id
WHEN NOT MATCHED BY SOURCE AND t.name = 'kept' THEN UPDATE SET amount = 0.0
WHEN NOT MATCHED BY SOURCE THEN DELETE;
-- until: 3.4
MERGE INTO ice.db.t t USING (SELECT o.id, o.status, o.day, c.city FROM orders o JOIN customers c ON o.customer_id = c.id) s ON t.id = s.id
WHEN MATCHED AND s.city = 'London' THEN UPDATE SET name = s.status
WHEN MATCHED AND t.amount < 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET amount = s.id;
-- since: 3.5
MERGE INTO ice.db.t t USING customers c ON t.id = c.id
WHEN NOT MATCHED AND c.city = 'London' THEN INSERT (id, name) VALUES (c.id, c.name)
WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (c.id, c.city, -1.0);
-- until: 3.4
MERGE INTO ice.db.t t USING customers c ON t.id = c.id
WHEN NOT MATCHED AND c.city = 'London' THEN INSERT (id, name, amount) VALUES (c.id, c.name, null)
WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (c.id, c.city, -1.0);
-- since: 3.5
MERGE INTO ice.db.t t USING customers c ON t.id = c.id
WHEN MATCHED THEN UPDATE SET amount = (SELECT max(amount) FROM orders)
WHEN NOT MATCHED THEN INSERT (id, amount) VALUES (c.id, (SELECT min(id) FROM orders));
-- until: 3.4
MERGE INTO ice.db.t t USING customers c ON t.id = c.id
WHEN MATCHED THEN UPDATE SET amount = (SELECT max(amount) FROM orders)
WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (c.id, null, (SELECT min(id) FROM orders));
UPDATE ice.db.t t SET amount = (SELECT max(o.amount) FROM orders o WHERE o.customer_id = t.id);
UPDATE ice.db.t t SET name = (SELECT max(status) FROM orders) WHERE id IN (SELECT id FROM customers WHERE city = 'London');
