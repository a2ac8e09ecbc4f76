package io.headwater.shell.facets

import org.apache.spark.SparkConf

import io.headwater.shell.config.AgentConfig
import io.headwater.shell.meters.Meters

/** All run facets that are computed from Spark's objects, in the order of the events' JSON. */
object RunFacetProviders {
  def all(config: AgentConfig, conf: SparkConf, meters: Meters): Vector[RunFacetProvider] = Vector(
    JobDetailsFacet,
    new LogicalPlanFacet(config.redactor),
    new UnknownNodesFacet(config.redactor),
    new DebugFacet(config, conf, meters)
  )
}
