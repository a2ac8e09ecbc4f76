package io.headwater.plan.claims

import java.io.{FileWriter, PrintWriter}

import scala.collection.mutable
import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{Expression, MonotonicallyIncreasingID}
import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, Sample}
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.util.QueryExecutionListener

import io.headwater.plan.TestSpark

/** Tries to refute the lineage of each query that has run (`spark.sql.queryExecutionListeners`), and appends a line for each
  * to the file of the system property `headwater.claims`: `miss`, `judged` with its counts, or `left out` with the reason.
  * Equal queries are judged once.
  */
final class ClaimsListener extends QueryExecutionListener {
  private val seen = mutable.HashSet.empty[String]

  override def onFailure(function: String, query: QueryExecution, error: Exception): Unit = ()

  override def onSuccess(function: String, query: QueryExecution, nanoseconds: Long): Unit =
    if (seen.add(ClaimsListener.form(query.analyzed))) {
      SparkSession.setActiveSession(query.sparkSession)
      try judge(query)
      finally SparkSession.clearActiveSession()
    }

  private def judge(query: QueryExecution): Unit =
    if (ClaimsListener.isRepeatable(query.analyzed))
      Try(new Claims(query, TestSpark.lineage.of(_)).verdict) match {
        case Success(Right(v)) =>
          v.misses.foreach(m => ClaimsListener.tell("miss", m.toString, query.analyzed.toString))
          val counts = Seq(v.columns, v.unknown, v.dependOnOrder, v.experiments, v.failed)
          ClaimsListener.tell("judged" +: counts.map(_.toString): _*)
        case Success(Left(reason)) => ClaimsListener.tell("left out", reason)
        case Failure(e) => ClaimsListener.tell("left out", e.getClass.getSimpleName)
      }
    else ClaimsListener.tell("left out", "a command, a stream, or a query that depends on chance")
}

private object ClaimsListener {
  private val out = new PrintWriter(new FileWriter(System.getProperty("headwater.claims"), true), true)

  def tell(fields: String*): Unit = out.println(fields.map(_.replace("\n", "\\n")).mkString("\t"))

  /** The plan without the numbers of its expressions. */
  def form(plan: LogicalPlan): String = plan.canonicalized.toString.replaceAll("#\\d+", "#")

  def isRepeatable(plan: LogicalPlan): Boolean =
    !plan.isStreaming && plan.collectWithSubqueries {
      case p if p.isInstanceOf[Command] || p.isInstanceOf[Sample] || p.expressions.exists(dependsOnChance) =>
        p
    }.isEmpty

  /** Numbers of rows, as the indexes of the pandas API have them, are the same for the same rows. */
  private def dependsOnChance(e: Expression): Boolean = e match {
    case _: MonotonicallyIncreasingID => false
    case _ if e.children.exists(!_.deterministic) => e.children.exists(dependsOnChance)
    case _ => !e.deterministic
  }
}
