package io.headwater.shell.config

import java.time.Duration
import java.util.UUID

import io.headwater.emit.breaker.Breaker
import io.headwater.emit.spool.SpoolSettings
import io.headwater.model.{ConfigTree, Redactor, RunRef}
import io.headwater.shell.Bounds
import io.headwater.shell.jvm.JvmConfig
import io.headwater.shell.python.peers.PythonConfig

/** How job names are made. */
final case class JobNaming(appendDatasetName: Boolean, replaceDotWithUnderscore: Boolean)

/** How much column lineage says. */
final case class ColumnLineageConfig(datasetLineage: Boolean, descriptions: Boolean)

/** Which plans make events, by the class name of their root. */
final case class NodeFilter(allowed: Vector[String], denied: Vector[String], rddEventsDisabled: Boolean)

/** The configuration of one application, read once and valid. `transport` is empty where none is configured.
  * `warnings` are lines for the log: unknown keys, incomplete parents. Shows no credential in its text form.
  */
final case class AgentConfig(
    namespace: String,
    appName: Option[String],
    applicationRunId: Option[UUID],
    parent: Option[RunRef],
    rootParent: Option[RunRef],
    disabled: Boolean,
    jobName: JobNaming,
    capturedProperties: Vector[String],
    disabledFacets: Set[String],
    columnLineage: ColumnLineageConfig,
    filter: NodeFilter,
    stopTimeout: Duration,
    queue: Bounds,
    transport: Option[ConfigTree.Branch],
    spool: SpoolSettings,
    breaker: Breaker,
    extensions: JvmConfig,
    python: PythonConfig,
    redactor: Redactor,
    warnings: Vector[String]
)
