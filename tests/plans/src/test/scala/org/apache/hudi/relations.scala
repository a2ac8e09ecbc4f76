package org.apache.hudi

import org.apache.spark.sql.SQLContext
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType

/** Look-alikes of relations of Hudi's own. Hudi 1 gives a path of a class of its own, with the same text. */
final class HoodieTableMetaClient(path: String) {
  def getBasePath: AnyRef = new StringBuilder(path)
}

abstract class OwnRelation(metaClient: HoodieTableMetaClient, ddl: String) extends BaseRelation {
  override def sqlContext: SQLContext = throw new UnsupportedOperationException
  override def schema: StructType = StructType.fromDDL(ddl)
  override def toString: String = s"$metaClient"
}

final class IncrementalRelationV2(metaClient: HoodieTableMetaClient)
    extends OwnRelation(metaClient, "_hoodie_commit_time STRING, id INT")

final class TimelineRelation(metaClient: HoodieTableMetaClient)
    extends OwnRelation(metaClient, "timestamp STRING, action STRING")

final class EmptyRelation(override val schema: StructType) extends BaseRelation {
  override def sqlContext: SQLContext = throw new UnsupportedOperationException
}
