package io.headwater.shell.handlers

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.PlanLineage
import io.headwater.plan.Lineage
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.NodeLineage
import io.headwater.shell.extensions.{DelegateLookup, ExtendedWalk}
import io.headwater.shell.meters.Meters
import io.headwater.shell.session.SessionContexts

/** Reads plans, with the rules of this Spark version and the context of a session. It counts the plans that must not be
  * read, and measures the time of the others. Used on the worker thread only.
  */
final class PlanReader(
    rules: LogicalPlan => NodeLineage,
    val sessions: SessionContexts,
    skipped: SkippedPlans,
    meters: Meters
) {

  /** @param extended what extensions have stated about nodes of the plan */
  def lineage(session: SessionContext, extended: ExtendedWalk = ExtendedWalk.none): Lineage =
    new Lineage(extended.rules(rules), extended.context(session))

  def timed[A](walk: => A): A = meters.timeWalk(walk)

  /** The lineage that stands in for a plan or RDD that must not be read now; `None` if it may be read. */
  def lineageIfSkipped(root: AnyRef): Option[PlanLineage] = skipped.lineageIfSkipped(root.getClass.getName)

  /** An RDD job that could not be read, and why. */
  def unread(job: Int, why: String): Unit = skipped.unread(job, why)

  /** For extensions, whose threads share no state with the worker thread. */
  def delegates(session: => SessionContext): DelegateLookup =
    new DelegateLookup(lineage(SessionContexts.isolated(session)))
}
