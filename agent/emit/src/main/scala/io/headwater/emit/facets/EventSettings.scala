package io.headwater.emit.facets

import java.net.URI

import io.headwater.model.JobMetadata

/** What decides how a model event becomes an OpenLineage event. `disabled` holds the JSON names of facets that are
  * never computed; `version` is the agent's, as it stands in every `_producer`; an output of more columns than
  * `schemaSizeLimit` has no column lineage.
  */
final case class EventSettings(
    version: String,
    disabled: Set[String] = Set.empty,
    datasetLineage: Boolean = true,
    descriptions: Boolean = false,
    declared: JobMetadata = JobMetadata(),
    schemaSizeLimit: Option[Int] = None
) {
  val producer: URI = URI.create(s"https://headwater.io/agent/$version")

  def enabled[A](facet: String)(compute: => Option[A]): Option[A] =
    if (disabled.contains(facet)) None else compute
}
