-- rows: columns.typed
-- tables: orders
-- hive: yes
-- a table function of Hive may keep rows and return them later, so its columns are opaque
CREATE TEMPORARY FUNCTION parts AS 'org.apache.hadoop.hive.ql.udf.generic.GenericUDTFExplode';
CREATE TEMPORARY FUNCTION joined AS 'org.apache.hadoop.hive.ql.udf.generic.GenericUDFConcat';
CREATE TEMPORARY FUNCTION middle AS 'org.apache.hadoop.hive.ql.udf.generic.GenericUDAFAverage';
CREATE TABLE of_rows USING parquet AS SELECT id, part FROM orders LATERAL VIEW parts(array(status, cast(day AS STRING))) AS part;
CREATE TABLE of_values USING parquet AS SELECT joined(status, day) AS text, middle(amount) AS mean FROM orders GROUP BY status, day;
