-- rows: node.alter
-- tables: orders
CREATE TABLE d USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5') AS SELECT id, amount AS price, named_struct('a', id, 'b', amount) AS pair, array(named_struct('sku', id, 'qty', amount)) AS items FROM orders;
ALTER TABLE d RENAME COLUMN price TO total;
ALTER TABLE d RENAME COLUMN pair.b TO cost;
ALTER TABLE d RENAME COLUMN items.element.sku TO code;
CREATE TABLE ice.db.i USING iceberg AS SELECT id, map('k', named_struct('x', amount, 'y', id)) AS m FROM orders;
ALTER TABLE ice.db.i RENAME COLUMN m.value.x TO z;
ALTER TABLE ice.db.i RENAME COLUMN id TO number;
