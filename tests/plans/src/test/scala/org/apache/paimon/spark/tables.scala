package org.apache.paimon.spark

import java.util

import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Table, TableCapability}
import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{DataFrame, SQLContext, SaveMode}

/** Classes with the names and the members of Paimon's, which has no jar here. */
final case class SparkTable(table: AnyRef) extends Table {
  def name: String = "t"
  override def schema: StructType = new StructType
  def capabilities: util.Set[TableCapability] = util.Collections.emptySet[TableCapability]
}

class SparkCatalog extends CatalogPlugin {
  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  override def name: String = "pai"
}

/** The source of `df.write.format("paimon")`. */
final class SparkSource extends CreatableRelationProvider {
  override def createRelation(
      context: SQLContext,
      mode: SaveMode,
      parameters: Map[String, String],
      data: DataFrame
  ): BaseRelation = throw new UnsupportedOperationException
}
