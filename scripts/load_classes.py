"""The program of scripts/class-archive: statements that load the classes of Spark which most tests need."""

from pyspark.sql import DataFrame, SparkSession, functions

STATEMENTS = """
CREATE TABLE orders USING parquet AS SELECT id, id % 3 AS k, concat('v', id) AS v, date'2026-01-01' AS day FROM range(20);
CREATE TABLE parts (k BIGINT, v STRING, n BIGINT) USING orc PARTITIONED BY (k);
INSERT INTO parts SELECT v, id, k FROM orders;
INSERT OVERWRITE parts PARTITION (k = 1) SELECT v, id FROM orders WHERE day > date'2025-01-01' AND v LIKE 'v%';
CREATE VIEW sums AS WITH s AS (SELECT k, sum(n) AS n, max(v) AS v FROM parts GROUP BY k HAVING sum(n) > 1) SELECT * FROM s;
CREATE TABLE joined USING json AS SELECT o.id, s.n, CASE WHEN o.k = 1 THEN s.v ELSE upper(o.v) END AS v
  FROM orders o LEFT JOIN sums s ON o.k = s.k WHERE o.id IN (SELECT n FROM parts) OR EXISTS (SELECT 1 FROM sums);
CREATE TABLE ranked USING csv AS SELECT id, row_number() OVER (PARTITION BY k ORDER BY id DESC) AS r,
  lag(v) OVER (PARTITION BY k ORDER BY id) AS before, (SELECT max(n) FROM sums) AS m FROM orders;
CREATE TABLE nested USING parquet AS SELECT named_struct('a', id, 'b', array(v)) AS s, map(v, id) AS m FROM orders;
CREATE TABLE flat USING parquet AS SELECT s.a, e, m['v1'] AS x FROM nested LATERAL VIEW explode(s.b) t AS e;
INSERT INTO flat SELECT id, v, k FROM orders UNION ALL SELECT count(DISTINCT id), 'x', 1 FROM orders;
CREATE TEMPORARY VIEW recent AS SELECT * FROM orders ORDER BY day LIMIT 5;
CACHE TABLE recent;
SELECT * FROM recent PIVOT (max(v) FOR k IN (1, 2));
ALTER TABLE flat ADD COLUMNS (later STRING);
ANALYZE TABLE flat COMPUTE STATISTICS FOR ALL COLUMNS;
DESCRIBE EXTENDED flat;
TRUNCATE TABLE flat;
DROP TABLE flat
"""


def main() -> None:
    spark = SparkSession.builder.getOrCreate()
    for statement in STATEMENTS.split(";\n"):
        spark.sql(statement).collect()
    orders = spark.table("orders")
    orders.groupBy("k").agg(functions.sum("id").alias("n"), functions.collect_list("v")).show()
    orders.repartition(2).write.partitionBy("k").json("by-k")
    spark.read.option("header", True).csv("spark-warehouse/ranked").count()
    # PySpark 3.3 cannot send functions to workers of Python 3.11
    if not spark.version.startswith("3.3"):
        run_functions(orders)
    copy = spark.readStream.schema(orders.schema).parquet("spark-warehouse/orders").writeStream
    copy = copy.option("checkpointLocation", "checkpoint").trigger(availableNow=True)
    copy.foreachBatch(
        lambda rows, _: rows.write.mode("append").saveAsTable("copied")
    ).start().awaitTermination()
    spark.stop()


def run_functions(orders: DataFrame) -> None:
    """Run functions in Python's workers."""
    shout = functions.udf(lambda v: v + "!")
    orders.select(shout("v").alias("v")).write.mode("overwrite").parquet("out")
    print(orders.rdd.map(lambda row: (row.k, 1)).reduceByKey(lambda a, b: a + b).collect())
    context = orders.rdd.context
    context.parallelize(["a", "b"]).saveAsTextFile("text")
    print(context.textFile("text").count())


if __name__ == "__main__":
    main()
