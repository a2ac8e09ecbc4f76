package io.headwater.shell.handlers

import io.headwater.model.{Additions, JobId, PlanLineage, Streaming}
import io.headwater.shell.capture.ClientSession
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.extensions.{
  ExtendedLineage,
  ExtendedWalk,
  ExtensionCoordinator,
  JobTagFacets,
  RunDraft
}
import io.headwater.shell.facets.SessionFacet
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.naming.JobNames

/** A query, streaming query or RDD job that starts, before its plan is read.
  *
  * @param draft what is known of the run without its lineage
  * @param root the outermost execution that this one runs inside; itself if there is none
  * @param nodes the plan nodes that extensions may visit
  * @param subjects the Spark objects that the extensions' builders may be called with
  * @param consultExtensions false for a query that has no run of its own
  * @param facets the agent's own facets for the START event
  * @param description the name that the user gave the query or job
  * @param node the root of the physical plan, if there is one
  */
final case class RunStart(
    draft: RunDraft,
    root: SparkExecution,
    nodes: Nodes = Nodes.none,
    subjects: Subjects => Vector[Subject] = _ => Vector.empty,
    consultExtensions: Boolean = true,
    facets: Additions = Additions.none,
    description: Option[String] = None,
    streaming: Option[Streaming] = None,
    node: String = ""
)

/** Builds the signal that starts a run. The steps are the same for queries, streaming queries and RDD jobs: call the
  * extensions, read the plan with their results, take the facets that scripts have emitted, name the job. Used on the
  * worker thread only.
  *
  * @param namespace of all jobs
  */
final class RunStartBuilder(extensions: ExtensionCoordinator, namespace: String, val names: JobNames) {
  import RunStartBuilder._

  def job(name: String): JobId = JobId(namespace, name)

  /** Calls the extensions. The plan is then read with the rules that the result holds. */
  def callExtensions(start: RunStart): ExtendedWalk =
    if (start.consultExtensions) extensions.started(start.draft, start.nodes, start.subjects)
    else ExtendedWalk.none

  /** The start of a run whose plan has been read.
    *
    * @param jobName the whole job name, unless `headwater.job` has set one
    */
  def build(
      start: RunStart,
      extended: ExtendedLineage,
      jobName: String
  ): Signal.RunStarted = {
    extensions.recordLineage(start.draft.execution, extended.lineage)
    val (emitted, block) = extensions.emitted(start.draft.execution, start.draft.tags)
    signal(start, extended.lineage, block.fold(jobName)(names.of))
      .copy(
        lasting = extended.lasting ++ ofClient(start.draft.client, start.draft.tags),
        added = start.facets ++ extended.ofStart ++ emitted
      )
  }

  /** The start of a run whose plan is not read. Extensions are not called.
    *
    * @param lineage has a gap that holds the reason
    */
  def withoutPlan(start: RunStart, lineage: PlanLineage, jobName: String): Signal.RunStarted = {
    val (emitted, block) = extensions.emitted(start.draft.execution, start.draft.tags)
    signal(start, lineage, block.fold(jobName)(names.of))
      .copy(lasting = ofClient(start.draft.client, start.draft.tags), added = emitted, unread = true)
  }

  private def signal(start: RunStart, lineage: PlanLineage, jobName: String): Signal.RunStarted =
    Signal.RunStarted(
      execution = start.draft.execution,
      root = start.root,
      at = start.draft.at,
      runId = start.draft.runId,
      job = job(jobName),
      jobType = start.draft.jobType,
      lineage = lineage,
      sql = start.draft.sql,
      reported = true,
      streaming = start.streaming,
      description = start.description,
      node = start.node
    )
}

object RunStartBuilder {

  /** Facets that tell whose run it is, and facets from the tags that the client has set. */
  private[handlers] def ofClient(session: Option[ClientSession], tags: Set[String]): Additions =
    SessionFacet.of(session) ++ JobTagFacets.of(tags)
}
