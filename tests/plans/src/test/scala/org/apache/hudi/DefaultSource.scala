package org.apache.hudi

import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider}
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}

/** Stands in for Hudi's source, by whose name a write to a path is known. */
final class DefaultSource extends CreatableRelationProvider {
  def createRelation(
      context: SQLContext,
      mode: SaveMode,
      parameters: Map[String, String],
      rows: DataFrame
  ): BaseRelation = throw new UnsupportedOperationException
}
