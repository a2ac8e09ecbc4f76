package io.headwater.shell.handlers

import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.emit.redact.JsonRedactor
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.facets.PlanJson
import io.headwater.shell.logging.DriverLog

/** Writes the plans of queries to the log, as Spark's JSON, if `debug.logPlan` asks for it. */
final class PlanLog(on: Boolean, redactor: Redactor) {
  private val log = new DriverLog(classOf[PlanLog], redactor)
  private val plans = new PlanJson(redactor)
  private val json = new JsonRedactor(redactor)

  def apply(query: QueryExecution): Unit = if (on) {
    val hidesLiterals = plans.usesSecret(query)
    AvailablePlans.optimized(query).foreach(line("optimised", _, hidesLiterals))
    AvailablePlans.physical(query).foreach(line("physical", _, hidesLiterals))
  }

  private def line(kind: String, plan: QueryPlan[_], hidesLiterals: Boolean): Unit =
    plans.nodes(plan, hidesLiterals) match {
      case Some(nodes) =>
        log.info(s"Headwater, the $kind plan: ${json.redact(nodes).toString.take(PlanLog.maxCharacters)}")
      case None => log.info(s"Headwater: the $kind plan is too large, or Spark cannot write it")
    }
}

private object PlanLog {
  val maxCharacters = 1000000
}
