-- rows: connector.iceberg-maintenance
-- tables: orders
-- since: 3.5
CREATE TABLE ice.db.v3 USING iceberg TBLPROPERTIES ('format-version' = '3') AS SELECT id, amount FROM orders;
CALL ice.system.rewrite_data_files(table => 'db.v3', options => map('rewrite-all', 'true'));
DROP TABLE ice.db.v3;
