package io.headwater.shell

import org.apache.spark.SparkConf
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.streaming.StreamingQueryListener

import io.headwater.shell.capture.{
  Captured,
  ObservedJobs,
  OpenExecutions,
  QueryJobs,
  QueryStages,
  RddJobs,
  ThriftStatements
}
import io.headwater.shell.environment.ClassPreload

/** Selects the Spark events that the agent uses, and passes references to them to the [[Agent]]. It runs on the listener
  * bus thread.
  */
final class SparkEvents(conf: SparkConf) {
  private val agent = new Agent(conf)
  private val executions = new OpenExecutions
  private val jobs = new RddJobs(executions)
  private val queryJobs = new QueryJobs
  private val observed = new ObservedJobs
  private val stages = new QueryStages

  def take(event: SparkListenerEvent): Unit = {
    agent.meters.count(event)
    taken(event)
  }

  private def taken(event: SparkListenerEvent): Unit = event match {
    case e: SparkListenerSQLExecutionStart =>
      executions.started(e.executionId)
      agent.take(Captured.started(e))
    case e: SparkListenerSQLExecutionEnd =>
      agent.take(Captured.ended(e, stages.take(e.executionId)))
      queryJobs.ended(e.executionId)
      executions.ended(e.executionId)
    case e: SparkListenerJobStart =>
      agent.takeAny { stages.started(e); jobs.started(e) }
      agent.takeAny(queryJobs.started(e))
      agent.takeForExtensions(observed.started(e))
    case e: SparkListenerStageCompleted =>
      agent.takeAny { stages.completed(e); jobs.completed(e); None }
      agent.takeForExtensions(observed.completed(e))
    case e: SparkListenerJobEnd =>
      agent.takeForExtensions(observed.ended(e))
      agent.takeAny { stages.ended(e); jobs.ended(e) }
    case e: StreamingQueryListener.Event =>
      executions.changed(e)
      agent.takeAny(Captured.ofStream(e))
    case e: SparkListenerApplicationStart => agent.start(Captured.ApplicationStarted(e))
    case e: SparkListenerApplicationEnd => agent.stop(Captured.ApplicationEnded(e))
    case e if ClassPreload.isOfThriftServer(e) =>
      agent.loadClasses()
      agent.takeAny(Some(e).filter(ThriftStatements.isOfStatement).map(Captured.StatementChanged(_)))
    case _ => ()
  }
}
