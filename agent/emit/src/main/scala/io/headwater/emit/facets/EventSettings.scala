package io.headwater.emit.facets

import java.net.URI

import io.headwater.model.{EventType, JobMetadata}

/** The settings for the conversion of an event to OpenLineage.
  *
  * @param version
  *   the version of the agent, part of every `_producer`
  * @param disabled
  *   the JSON names of facets that are never computed
  * @param datasetLineage
  *   whether the columns that decide on rows are listed once for the dataset, and not at every column
  * @param descriptions
  *   whether transformations are described by their SQL
  * @param declared
  *   the job metadata in the configuration
  * @param schemaSizeLimit
  *   an output with more columns has no column lineage
  * @param fullStart
  *   whether START has every facet that the plan tells; if not, it names the datasets only
  */
final case class EventSettings(
    version: String,
    disabled: Set[String] = Set.empty,
    datasetLineage: Boolean = true,
    descriptions: Boolean = false,
    declared: JobMetadata = JobMetadata(),
    schemaSizeLimit: Option[Int] = None,
    fullStart: Boolean = true
) {
  val producer: URI = URI.create(s"https://headwater.io/agent/$version")

  /** Whether an event of this type has every facet that is known when it is sent. */
  def full(eventType: EventType): Boolean = fullStart || eventType != EventType.Start

  def enabled[A](facet: String)(compute: => Option[A]): Option[A] =
    if (disabled.contains(facet)) None else compute
}
