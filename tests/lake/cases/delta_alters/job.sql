-- rows: node.alter name.table-changes
-- tables: orders
CREATE TABLE d (id INT, amount DOUBLE) USING delta;
ALTER TABLE d ADD COLUMNS (note STRING);
ALTER TABLE d ALTER COLUMN note COMMENT 'free text';
-- since: 3.5
ALTER TABLE d SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name');
-- until: 3.4
ALTER TABLE d SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5');
ALTER TABLE d RENAME COLUMN note TO remark;
ALTER TABLE d DROP COLUMN remark;
INSERT INTO d SELECT id, amount FROM orders;
COMMENT ON TABLE d IS 'what was sold';
SHOW TBLPROPERTIES d;
