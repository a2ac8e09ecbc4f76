package com.databricks.spark.xml

import org.apache.spark.sql.SQLContext
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType

/** Has the name and the accessors of spark-xml's relation. Without a location it reads an RDD. */
final case class XmlRelation(location: Option[String], parameters: Map[String, String], schema: StructType)
    extends BaseRelation {
  override def sqlContext: SQLContext = throw new UnsupportedOperationException
}
