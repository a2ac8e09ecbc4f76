package net.snowflake.spark.snowflake

import org.apache.spark.sql.SQLContext
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType

/** A relation with the name and the options of the connector's, without its driver. */
final case class SnowflakeRelation(sqlContext: SQLContext, schema: StructType, params: Map[String, String])
    extends BaseRelation
