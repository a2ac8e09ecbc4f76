-- rows: node.merge node.update node.delete columns.merge connector.delta
-- tables: orders customers
CREATE TABLE d USING delta AS SELECT id, status AS name, amount FROM orders;
-- since: 3.4
MERGE INTO d t USING (SELECT * FROM orders WHERE id > 1) s ON t.id = s.customer_id AND s.day > '2020-01-01'
WHEN MATCHED AND s.status = 'gone' THEN DELETE
WHEN MATCHED AND s.amount > 15 THEN UPDATE SET amount = t.amount + s.amount
WHEN NOT MATCHED AND s.id > 2 THEN INSERT (id, name, amount) VALUES (s.id + 100, upper(s.status), 0.0)
WHEN NOT MATCHED BY SOURCE AND t.amount > 30 THEN UPDATE SET name = concat(t.name, '!');
-- until: 3.3
MERGE INTO d t USING (SELECT * FROM orders WHERE id > 1) s ON t.id = s.customer_id AND s.day > '2020-01-01'
WHEN MATCHED AND s.status = 'gone' THEN DELETE
WHEN MATCHED AND s.amount > 15 THEN UPDATE SET amount = t.amount + s.amount
WHEN NOT MATCHED AND s.id > 2 THEN INSERT (id, name, amount) VALUES (s.id + 100, upper(s.status), 0.0);
MERGE INTO d USING (SELECT id, name FROM customers WHERE city = 'London') c ON d.id = c.id
WHEN NOT MATCHED THEN INSERT (id, name) VALUES (c.id, c.name);
MERGE INTO d t USING (SELECT id, status AS name, amount FROM orders) s ON t.id = s.id
WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
UPDATE d SET amount = amount * 2, name = concat(name, 'x') WHERE id = 1;
UPDATE d SET amount = 0.0;
DELETE FROM d WHERE id = 2;
