-- tables: orders
-- rows: connector.paimon
CREATE DATABASE pai.db;
CREATE TABLE pai.db.t TBLPROPERTIES ('primary-key' = 'id', 'bucket' = '1') AS SELECT id, amount FROM orders;
INSERT INTO pai.db.t SELECT id, amount FROM orders;
ANALYZE TABLE pai.db.t COMPUTE STATISTICS;
ALTER TABLE pai.db.t ADD COLUMNS (note STRING);
ALTER TABLE pai.db.t RENAME COLUMN amount TO price;
CALL pai.sys.compact(table => 'db.t');
CALL pai.sys.create_tag(table => 'db.t', tag => 'one', snapshot => 1);
CALL pai.sys.rollback(table => 'db.t', version => '1');
CREATE TABLE pai.default.p (id INT, day STRING) PARTITIONED BY (day);
INSERT INTO pai.default.p SELECT id, '2020-01-01' FROM orders;
INSERT INTO pai.default.p SELECT id, '2026-01-01' FROM orders;
ALTER TABLE pai.default.p DROP PARTITION (day = '2026-01-01');
USE pai;
CALL sys.compact(table => 'p', order_strategy => 'order', order_by => 'id');
CALL sys.expire_partitions(table => 'p', expiration_time => '1 d', timestamp_formatter => 'yyyy-MM-dd');
USE pai.db;
CALL sys.rollback(table => 't', version => '1');
ALTER TABLE pai.db.t RENAME TO db.u;
