package io.headwater.shell.listener

import org.apache.spark.SparkConf
import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.shell.Agent

/** What the agent takes of all that Spark tells. Dormant until the application starts. On Spark's threads it takes
  * references and enqueues them.
  */
final class SparkEvents(conf: SparkConf) {
  private val agent = new Agent(conf)
  private val jobs = new RddJobs
  private val observed = new ObservedJobs

  def take(event: SparkListenerEvent): Unit = event match {
    case e: SparkListenerSQLExecutionStart => agent.take(Captured.started(e))
    case e: SparkListenerSQLExecutionEnd => agent.take(Captured.ended(e))
    case e: SparkListenerJobStart =>
      agent.takeAny(jobs.started(e))
      agent.takeWanted(observed.started(e))
    case e: SparkListenerStageCompleted =>
      agent.takeAny { jobs.completed(e); None }
      agent.takeWanted(observed.completed(e))
    case e: SparkListenerJobEnd =>
      agent.takeWanted(observed.ended(e))
      agent.takeAny(jobs.ended(e))
    case e: SparkListenerApplicationStart => agent.start(Captured.ApplicationStarted(e))
    case e: SparkListenerApplicationEnd => agent.stop(Captured.ApplicationEnded(e))
    case _ => ()
  }
}
