package io.headwater.shell.handlers

import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.model.{Gap, PlanLineage}
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters

/** What stands for the lineage of a plan that the circuit breaker keeps from being read, and how many there were. The
  * run is told of, with the reason. On the worker's thread only.
  */
final class SkippedPlans(breaker: CircuitBreaker, notices: ThrottledLog, meters: Meters) {
  private var plans = 0L

  def count: Long = plans

  def instead(node: String): Option[PlanLineage] = {
    val tripped = breaker.tripped
    meters.breaker(tripped.isDefined)
    tripped.map { why =>
      plans += 1
      notices.warn(s"does not read plans while the circuit breaker is tripped ($plans so far): $why")
      PlanLineage(gaps = Vector(Gap(node, "circuitBreaker", why)))
    }
  }

  /** Reads a plan that is read. */
  def timed[A](walk: => A): A = meters.walked(walk)
}
