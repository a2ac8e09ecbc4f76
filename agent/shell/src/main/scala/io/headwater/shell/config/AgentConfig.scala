package io.headwater.shell.config

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.emit.facets.{EventSettings, FacetNames}
import io.headwater.emit.spool.SpoolSettings
import io.headwater.redaction.Redactor
import io.headwater.shell.queue.QueueBounds

/** The configuration of one application: one field for each section. It is read once and valid. Its text form shows no
  * credential.
  *
  * @param transport
  *   none if no transport is configured
  * @param keyWarnings
  *   unknown keys and keys without effect
  * @param storageWarnings
  *   directories of events that are deleted with the driver's container
  */
final case class AgentConfig(
    application: ApplicationConfig,
    parents: ParentRuns,
    metadata: JobMetadataConfig,
    disabled: Boolean,
    jobName: JobNaming,
    facets: FacetsConfig,
    columnLineage: ColumnLineageConfig,
    events: EventsConfig,
    filter: NodeFilter,
    redactor: Redactor,
    lifecycle: LifecycleConfig,
    queue: QueueBounds,
    extensions: JvmConfig,
    python: PythonConfig,
    spool: SpoolSettings,
    transport: Option[ConfigTree.Branch],
    breaker: CircuitBreaker,
    metrics: MetricsConfig,
    debug: DebugConfig,
    dataset: DatasetConfig,
    keyWarnings: Vector[String],
    storageWarnings: Vector[String]
) {

  /** Lines for the log: each names a setting that is ignored, or one that should be set. */
  def warnings: Vector[String] =
    (keyWarnings ++ storageWarnings ++ parents.warnings ++ metadata.warnings ++ dataset.warnings ++
      metrics.warnings ++ facets.warnings ++ debug.warnings).map(ConfigProblem.oneLine)

  /** The settings of the event assembler. */
  def eventSettings: EventSettings = EventSettings(
    version = Version.current,
    repository = Version.repository,
    // debug.smart adds the debug facet although it is disabled
    disabled = if (debug.smart.isEmpty) facets.disabled else facets.disabled - FacetNames.debug,
    datasetLineage = columnLineage.datasetLineage,
    descriptions = columnLineage.descriptions,
    declared = metadata.declared,
    schemaSizeLimit = columnLineage.schemaSizeLimit,
    configuredProducer = facets.producer,
    fullStart = events.fullStart,
    datasetOwners = facets.datasetOwners,
    fieldNames = columnLineage.fieldNames
  )
}
