-- rows: columns.merge node.append-v2 node.create-like node.alter
-- tables: orders customers
-- since: 4.2
-- conf: spark.sql.catalog.mem=org.apache.spark.sql.connector.catalog.InMemoryRowLevelOperationTableCatalog
-- conf: spark.sql.catalog.feed=org.apache.spark.sql.connector.catalog.InMemoryChangelogCatalog
-- tables of a V2 catalog with constraints: a check lets every row pass, or fails the write
CREATE TABLE mem.ns.t (id INT NOT NULL, name STRING, day DATE, CONSTRAINT pk PRIMARY KEY (id), CONSTRAINT ck CHECK (id > 0))
PARTITIONED BY (day);
INSERT INTO mem.ns.t SELECT id, status, day FROM orders WHERE amount > 1;
ALTER TABLE mem.ns.t ADD CONSTRAINT named CHECK (id < 1000 AND name IS NOT NULL);
INSERT INTO mem.ns.t REPLACE WHERE day = DATE'2024-01-01' SELECT id, status, day FROM orders WHERE day = DATE'2024-01-01';
-- rows are added, and none is changed
MERGE INTO mem.ns.t t USING customers c ON t.id = c.id WHEN NOT MATCHED THEN INSERT (id, name, day) VALUES (c.id, c.name, DATE'2024-01-05');
CREATE TABLE mem.ns.e (id INT, name STRING) TBLPROPERTIES ('auto-schema-evolution' = 'true');
MERGE WITH SCHEMA EVOLUTION INTO mem.ns.e t USING customers c ON t.id = c.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
INSERT WITH SCHEMA EVOLUTION INTO mem.ns.t BY NAME SELECT id, status AS name, day, amount FROM orders;
CREATE TABLE mem.ns.l LIKE mem.ns.t;
CREATE TABLE IF NOT EXISTS mem.ns.o LIKE orders;
ALTER TABLE mem.ns.t DROP CONSTRAINT named;
-- the change feed has columns of its own
CREATE TABLE feed.ns.f (id BIGINT, name STRING);
CREATE TABLE changes USING parquet AS SELECT * FROM feed.ns.f CHANGES FROM VERSION 1 TO VERSION 2;
-- the rows to change are found by a subquery: what is not set stays what it was
UPDATE mem.ns.t SET name = upper(name) WHERE id IN (SELECT id FROM customers);
