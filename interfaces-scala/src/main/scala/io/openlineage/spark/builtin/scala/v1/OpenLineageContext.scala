package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage

/** What a node or relation has at hand when it is asked for its lineage. */
trait OpenLineageContext {

  /** Builds facets, with the agent's own address as their producer. */
  def openLineage: OpenLineage

  /** The full class name of the Spark event that it is asked for, as text: this module knows no Spark. */
  def sparkListenerEventName: String
}
