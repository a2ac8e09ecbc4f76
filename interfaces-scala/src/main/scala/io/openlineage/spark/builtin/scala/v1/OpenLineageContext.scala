package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage

/** The argument of the methods that provide lineage. */
trait OpenLineageContext {

  /** Creates facets. Their producer is the agent. */
  def openLineage: OpenLineage

  /** The full class name of the Spark event. It is a text, because this module does not depend on Spark. */
  def sparkListenerEventName: String
}
