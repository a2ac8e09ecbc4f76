package io.headwater.shell.capture

import scala.util.Try

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.QueryPlanningTracker
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{QueryExecution, SparkPlan}

import io.headwater.util.{Accessors, Attempts, Named}

/** The plans that Spark has made of a query. A plan is absent if its phase has failed or has not run.
  *
  * Spark 4 keeps the exception of a failed phase. When a thread asks for the plan again, Spark throws that same object and
  * replaces its stack trace by the trace of this thread (`org.apache.spark.util.LazyTry`). The exception belongs to the
  * user's code, so the agent never asks for a plan that Spark could not make.
  */
object AvailablePlans {

  def analyzed(query: QueryExecution): Option[LogicalPlan] = made(query, analysis)(query.analyzed)

  def optimized(query: QueryExecution): Option[LogicalPlan] = made(query, optimization)(query.optimizedPlan)

  def physical(query: QueryExecution): Option[SparkPlan] = made(query, planning)(query.executedPlan)

  /** The RDD of the query's rows, if Spark has made it. The field of the lazy value is read, so that nothing is made here. */
  def rdd(query: QueryExecution): Option[RDD[_]] =
    lazyRdd(query, "toRdd").orElse(lazyRdd(query, "lazyToRdd")) // the second one from Spark 4.0 on

  private def lazyRdd(query: QueryExecution, field: String): Option[RDD[_]] =
    Attempts.nonFatal(new Accessors(query).field[AnyRef](field) match {
      case rdd: RDD[_] => Some(rdd)
      case made @ Named("LazyTry") =>
        Option(new Accessors(made).field[Try[RDD[_]]]("tryT")).flatMap(_.toOption)
      case _ => None
    }).toOption.flatten

  /** The tracker has a phase only after it has succeeded. */
  private def made[P](query: QueryExecution, phases: Set[String])(plan: => P): Option[P] =
    if (query.tracker.phases.keySet.intersect(phases).nonEmpty) Some(plan) else None

  // With the later phases, which show that the earlier ones have succeeded. A subclass of `QueryExecution` that analyses in
  // its own way may leave out the first one.
  private val planning = Set(QueryPlanningTracker.PLANNING)
  private val optimization = planning + QueryPlanningTracker.OPTIMIZATION
  private val analysis = optimization + QueryPlanningTracker.ANALYSIS
}
