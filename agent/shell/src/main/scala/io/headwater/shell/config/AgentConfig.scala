package io.headwater.shell.config

import java.time.Duration
import java.util.UUID

import io.headwater.config.ConfigTree
import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.emit.naming.DatasetNames
import io.headwater.emit.spool.SpoolSettings
import io.headwater.model.{JobMetadata, RunRef}
import io.headwater.redaction.Redactor
import io.headwater.shell.queue.QueueBounds

/** How job names are made. */
final case class JobNaming(appendDatasetName: Boolean, replaceDotWithUnderscore: Boolean)

/** How much column lineage says, and of outputs of how many columns at most. */
final case class ColumnLineageConfig(
    datasetLineage: Boolean,
    descriptions: Boolean,
    schemaSizeLimit: Option[Int] = None
)

/** Which plans make events, by the class name of their root. */
final case class NodeFilter(allowed: Vector[String], denied: Vector[String], rddEventsDisabled: Boolean)

/** The configuration of one application, read once and valid. `transport` is empty where none is configured.
  * `runningEvery`: how far apart
  * the RUNNING events of a stream are. `warnings` are lines for the log: unknown keys, incomplete parents. Shows no credential in its text form.
  */
final case class AgentConfig(
    namespace: String,
    appName: Option[String],
    applicationRunId: Option[UUID],
    parent: Option[RunRef],
    rootParent: Option[RunRef],
    declared: JobMetadata,
    disabled: Boolean,
    jobName: JobNaming,
    capturedProperties: Vector[String],
    disabledFacets: Set[String],
    columnLineage: ColumnLineageConfig,
    datasets: DatasetNames,
    filter: NodeFilter,
    stopTimeout: Duration,
    runningEvery: Duration,
    queue: QueueBounds,
    transport: Option[ConfigTree.Branch],
    spool: SpoolSettings,
    breaker: CircuitBreaker,
    extensions: JvmConfig,
    python: PythonConfig,
    debug: DebugSettings,
    metrics: Option[ConfigTree.Branch],
    redactor: Redactor,
    warnings: Vector[String]
)
