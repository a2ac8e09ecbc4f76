-- tables: orders customers
-- rows: connector.paimon
CREATE DATABASE pai.db;
CREATE TABLE pai.db.t TBLPROPERTIES ('primary-key' = 'id', 'bucket' = '1') AS SELECT id, amount, status FROM orders;
UPDATE pai.db.t SET amount = amount + 1, status = upper(status) WHERE id = 2;
UPDATE pai.db.t SET amount = 0 WHERE id IN (SELECT id FROM customers);
DELETE FROM pai.db.t WHERE id = 3;
DELETE FROM pai.db.t WHERE id IN (SELECT id FROM orders WHERE day IS NULL);
MERGE INTO pai.db.t USING (SELECT id, amount, status, day FROM orders) o ON t.id = o.id
WHEN MATCHED AND o.status = 'void' THEN DELETE
WHEN MATCHED AND o.day IS NOT NULL THEN UPDATE SET amount = o.amount
WHEN NOT MATCHED THEN INSERT (id, amount, status) VALUES (o.id, o.amount, 'new');
MERGE INTO pai.db.t USING orders o ON t.id = o.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;
TRUNCATE TABLE pai.db.t;
DELETE FROM pai.db.t;
