-- rows: connector.iceberg node.merge
-- tables: orders customers
-- since: 4.0
CREATE TABLE ice.db.places (id INT, name STRING, city STRING, valid BOOLEAN) USING iceberg;
INSERT INTO ice.db.places SELECT id, name, city, true FROM customers;
MERGE INTO ice.db.places p USING (SELECT customer_id AS id, max(status) AS city FROM orders GROUP BY customer_id) n ON p.id = n.id AND p.valid WHEN MATCHED AND p.city <> n.city THEN UPDATE SET valid = false WHEN NOT MATCHED THEN INSERT (id, city, valid) VALUES (n.id, n.city, true);
MERGE INTO ice.db.places p USING orders o ON false WHEN MATCHED AND o.amount > 10 THEN UPDATE SET city = o.status WHEN NOT MATCHED THEN INSERT (id, name) VALUES (o.id, o.status);
