package net.snowflake.spark.snowflake

import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider}
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}

/** A source with the name of the connector's, without its driver. */
final class DefaultSource extends CreatableRelationProvider {
  def createRelation(
      sqlContext: SQLContext,
      mode: SaveMode,
      parameters: Map[String, String],
      data: DataFrame
  ): BaseRelation = SnowflakeRelation(sqlContext, data.schema, parameters)
}
