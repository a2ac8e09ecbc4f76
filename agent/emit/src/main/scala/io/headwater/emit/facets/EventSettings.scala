package io.headwater.emit.facets

import java.net.URI

import io.headwater.model.{EventType, JobMetadata}

/** The settings for the conversion of an event to OpenLineage.
  *
  * @param version
  *   the version of the agent
  * @param repository
  *   the address of the agent's source repository, if the build knew it
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
  * @param configuredProducer
  *   the `producer` of events and the `_producer` of their facets; by default a name of this agent
  * @param fullStart
  *   whether START has every facet that the plan tells; if not, it names the datasets only
  * @param datasetOwners
  *   whether datasets have the owner that their catalog names
  * @param fieldNames
  *   which fields column lineage names
  */
final case class EventSettings(
    version: String,
    repository: Option[String] = None,
    disabled: Set[String] = Set.empty,
    datasetLineage: Boolean = true,
    descriptions: Boolean = false,
    declared: JobMetadata = JobMetadata(),
    schemaSizeLimit: Option[Int] = None,
    configuredProducer: Option[URI] = None,
    fullStart: Boolean = true,
    datasetOwners: Boolean = false,
    fieldNames: FieldNames = FieldNames.Nested
) {
  val producer: URI = configuredProducer.getOrElse(EventSettings.defaultProducer(version, repository))

  /** Whether an event of this type has every facet that is known when it is sent. */
  def full(eventType: EventType): Boolean = fullStart || eventType != EventType.Start

  def enabled(facet: String): Boolean = !disabled.contains(facet)
}

object EventSettings {

  /** The URIs of this project begin with it: an address would need a domain. */
  val ownProducers = "urn:headwater:"

  /** Its last step is the orchestrator that DataHub shows; a URN has none. */
  def defaultProducer(version: String, repository: Option[String]): URI =
    URI.create(repository.fold(s"${ownProducers}agent:$version")(address => s"$address/$version/spark"))
}
