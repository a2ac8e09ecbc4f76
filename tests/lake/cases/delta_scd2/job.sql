-- rows: connector.delta node.merge
-- tables: orders customers
-- since: 4.0
CREATE TABLE places USING delta AS SELECT id, name, city, CAST(NULL AS DATE) AS until, true AS valid FROM customers;
CREATE TEMPORARY VIEW news AS SELECT customer_id AS id, max(status) AS city FROM orders GROUP BY customer_id;
MERGE INTO places p USING (SELECT id AS key, id, city FROM news UNION ALL SELECT NULL, n.id, n.city FROM news n JOIN places q ON n.id = q.id AND q.valid WHERE n.city <> q.city) n ON p.id = n.key AND p.valid WHEN MATCHED AND p.city <> n.city THEN UPDATE SET valid = false, until = DATE '2024-01-03' WHEN NOT MATCHED THEN INSERT (id, city, valid) VALUES (n.id, n.city, true);
MERGE INTO places p USING orders o ON false WHEN MATCHED AND o.amount > 10 THEN UPDATE SET city = o.status WHEN NOT MATCHED AND o.id = 4 THEN INSERT (id, name) VALUES (o.id, o.status);
MERGE INTO places p USING customers c ON false WHEN MATCHED THEN UPDATE SET city = c.city WHEN NOT MATCHED BY SOURCE AND p.id > 3 THEN DELETE;
MERGE WITH SCHEMA EVOLUTION INTO places p USING (SELECT id, status AS city, amount FROM orders) o ON p.id = o.id AND p.name IS NOT NULL WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
