-- rows: node.create-view node.view-read node.drop
-- tables: orders
-- since: 4.2
-- conf: spark.sql.catalog.rel=org.apache.spark.sql.connector.catalog.InMemoryRelationCatalog
CREATE VIEW rel.ns.v (order_id, amount) COMMENT 'large ones' AS SELECT id, amount FROM spark_catalog.default.orders WHERE amount > 15;
CREATE TABLE seen USING parquet AS SELECT order_id FROM rel.ns.v;
ALTER VIEW rel.ns.v AS SELECT id FROM spark_catalog.default.orders;
CREATE VIEW rel.ns.m WITH METRICS LANGUAGE YAML AS $$
version: 0.1
source: spark_catalog.default.orders
dimensions:
  - name: status
    expr: status
measures:
  - name: revenue
    expr: SUM(amount)
$$;
CREATE TABLE measured USING parquet AS SELECT status, MEASURE(revenue) AS revenue FROM rel.ns.m GROUP BY status;
ALTER VIEW rel.ns.v SET TBLPROPERTIES ('a' = 'b');
ALTER VIEW rel.ns.v UNSET TBLPROPERTIES ('a');
ALTER VIEW rel.ns.v RENAME TO ns.w;
DROP VIEW rel.ns.w;
DROP VIEW IF EXISTS rel.ns.m;
