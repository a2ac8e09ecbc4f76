package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.utils.DatasetIdentifier

/** A relation (`BaseRelation`) or a DataSource V2 `Table` that provides its dataset. */
trait LineageRelation {
  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier
}

/** A data source (`RelationProvider`, `CreatableRelationProvider`) that provides its dataset. `sqlContext` and `parameters`
  * are the arguments of `createRelation`: a `SQLContext` and a Scala map of the options.
  */
trait LineageRelationProvider {
  def getLineageDatasetIdentifier(
      context: OpenLineageContext,
      sqlContext: Object,
      parameters: Object
  ): DatasetIdentifier
}

/** An alias of [[LineageRelationProvider]]. */
trait LineageDatasetProvider extends LineageRelationProvider
