package com.acme

import org.apache.spark.sql.sources._
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}

import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.builtin.scala.v1.{LineageDatasetProvider, OpenLineageContext}

/** `format("com.acme.AcmeSource")`, in the V1 interface: it knows its dataset by its options. */
class AcmeSource extends RelationProvider with CreatableRelationProvider with LineageDatasetProvider {

  def createRelation(context: SQLContext, options: Map[String, String]): BaseRelation =
    new AcmeRelation(context, options("table"))

  def createRelation(
      context: SQLContext,
      mode: SaveMode,
      options: Map[String, String],
      data: DataFrame
  ): BaseRelation = {
    data.collect()
    createRelation(context, options)
  }

  def getLineageDatasetIdentifier(
      context: OpenLineageContext,
      sqlContext: Object,
      parameters: Object
  ): DatasetIdentifier = {
    require(sqlContext.isInstanceOf[SQLContext], sqlContext)
    val options = parameters.asInstanceOf[Map[String, String]]
    new DatasetIdentifier(options("table"), s"acme://${context.sparkListenerEventName.split('.').last}")
  }
}
