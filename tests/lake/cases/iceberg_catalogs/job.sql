-- rows: identity.iceberg
-- tables: orders
-- spark3: writes of Iceberg for Spark 3 keep no report of their commit
CREATE NAMESPACE lite.db;
CREATE TABLE lite.db.t USING iceberg AS SELECT id, amount FROM orders;
INSERT INTO lite.db.t SELECT id, amount FROM orders;
CREATE TABLE ice.db.t USING iceberg AS SELECT id FROM lite.db.t WHERE amount > 1;
ALTER TABLE lite.db.t RENAME TO db.renamed;
CREATE TABLE copy USING parquet AS SELECT id FROM lite.db.renamed;
