-- tables: orders
-- rows: connector.paimon
CREATE DATABASE pai.db;
CREATE TABLE pai.db.t TBLPROPERTIES ('primary-key' = 'id', 'bucket' = '1') AS SELECT id, amount, status FROM orders;
CREATE TABLE now USING parquet AS SELECT upper(status) AS s, sum(amount) AS a FROM pai.db.t GROUP BY status;
CREATE TABLE first USING parquet AS SELECT * FROM pai.db.t VERSION AS OF 1;
CREATE TABLE facts USING parquet AS SELECT snapshot_id, commit_user FROM pai.db.`t$snapshots`;
INSERT INTO pai.db.t SELECT id + 10, amount, status FROM orders;
CREATE TABLE log USING parquet AS SELECT rowkind, id FROM pai.db.`t$audit_log`;
USE pai;
CREATE TABLE spark_catalog.default.between USING parquet AS SELECT id, amount AS a FROM paimon_incremental_query('db.t', '1', '2');
USE spark_catalog;
CALL pai.sys.create_branch(table => 'db.t', branch => 'b');
INSERT INTO pai.db.`t$branch_b` SELECT id, amount, status FROM orders;
CREATE TABLE branch USING parquet AS SELECT id FROM pai.db.`t$branch_b`;
