-- rows: node.alter
-- tables: orders
-- since: 3.5
CREATE TABLE ice.db.a USING iceberg AS SELECT id, amount, named_struct('x', id, 'y', amount) AS s FROM orders;
ALTER TABLE ice.db.a ADD COLUMNS (note STRING COMMENT 'free text', s.z INT);
ALTER TABLE ice.db.a ALTER COLUMN note AFTER id;
ALTER TABLE ice.db.a ALTER COLUMN id COMMENT 'number of the order';
ALTER TABLE ice.db.a ALTER COLUMN S.z TYPE BIGINT;
ALTER TABLE ice.db.a DROP COLUMN s.x;
ALTER TABLE ice.db.a DROP COLUMN Amount;
ALTER TABLE ice.db.a SET TBLPROPERTIES ('write.format.default' = 'orc');
ALTER TABLE ice.db.a UNSET TBLPROPERTIES ('write.format.default');
ALTER TABLE ice.db.a ADD PARTITION FIELD bucket(4, id);
ALTER TABLE ice.db.a REPLACE PARTITION FIELD bucket(4, id) WITH truncate(2, note) AS short;
ALTER TABLE ice.db.a DROP PARTITION FIELD short;
ALTER TABLE ice.db.a WRITE ORDERED BY id;
ALTER TABLE ice.db.a CREATE BRANCH audit;
ALTER TABLE ice.db.a DROP BRANCH audit;
COMMENT ON TABLE ice.db.a IS 'orders';
ALTER TABLE ice.db.a RENAME COLUMN NOTE TO remark;
