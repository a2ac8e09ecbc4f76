package io.headwater.shell.handlers

import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.model.{Gap, PlanLineage}
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters

/** The plans that are not read because the circuit breaker has tripped: their runs have events, with the reason as a gap.
  * And the RDD jobs that could not be read, which have no run. The meters count both. Used on the worker thread only.
  */
final class SkippedPlans(breaker: CircuitBreaker, log: ThrottledLog, meters: Meters) {

  /** The lineage that stands in for a plan that must not be read now; `None` if the plan may be read.
    *
    * @param node the class of the plan's root
    */
  def lineageIfSkipped(node: String): Option[PlanLineage] = {
    val tripped = breaker.tripped
    meters.breaker(tripped.isDefined)
    tripped.map { why =>
      val count = meters.plansUnread
      log.warn(s"does not read plans while the circuit breaker is tripped ($count so far): $why")
      PlanLineage(gaps = Vector(Gap(node, "circuitBreaker", why)))
    }
  }

  /** An RDD job came without its RDD, and its stages name no input. */
  def unread(job: Int, why: String): Unit = {
    meters.jobUnread()
    log.warn(s"could not read an RDD job ($job), because $why: its lineage is missing")
  }
}
