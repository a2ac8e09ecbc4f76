package com.acme

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.sources.{BaseRelation, TableScan}
import org.apache.spark.sql.types.{DoubleType, LongType, StructType}
import org.apache.spark.sql.{Row, SQLContext}

import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.builtin.scala.v1.{LineageRelation, OpenLineageContext}

/** A relation of Spark's V1 interface that knows its dataset. */
class AcmeRelation(val sqlContext: SQLContext, table: String)
    extends BaseRelation
    with TableScan
    with LineageRelation {
  def schema: StructType = new StructType().add("id", LongType).add("amount", DoubleType)
  def buildScan(): RDD[Row] = sqlContext.sparkContext.parallelize(Seq(Row(1L, 2.0)), 1)

  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier =
    new DatasetIdentifier(table, "acme://v1")
}
