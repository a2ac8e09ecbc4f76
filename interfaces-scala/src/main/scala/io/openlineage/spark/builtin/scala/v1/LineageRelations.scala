package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.utils.DatasetIdentifier

/** A relation (`BaseRelation`) or a DataSource V2 `Table` that knows its dataset. */
trait LineageRelation {
  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier
}

/** A data source (`RelationProvider`, `CreatableRelationProvider`) that knows its dataset. `sqlContext` and `parameters`
  * are the arguments of `createRelation`: a `SQLContext` and a Scala map of the options.
  */
trait LineageRelationProvider {
  def getLineageDatasetIdentifier(
      context: OpenLineageContext,
      sqlContext: Object,
      parameters: Object
  ): DatasetIdentifier
}

/** The other name of the same. */
trait LineageDatasetProvider extends LineageRelationProvider
