-- rows: columns.nested connector.delta
-- tables: orders customers
-- since: 3.5
-- spark3: Delta for Spark 4 adds a test for null to a struct that it rebuilds
-- conf: spark.databricks.delta.schema.autoMerge.enabled=true
CREATE TABLE wider (id LONG, place STRUCT<city: STRING>) USING delta;
INSERT INTO wider SELECT o.id, named_struct('city', c.city, 'name', c.name), o.amount AS added FROM orders o JOIN customers c ON o.customer_id = c.id;
INSERT OVERWRITE wider SELECT id, NULL, amount, status AS state FROM orders;
CREATE TABLE copied USING delta AS SELECT id, place.name, added, state FROM wider;
