package io.openlineage.spark.agent

import org.apache.spark.SparkConf
import org.apache.spark.scheduler.{
  SparkListener,
  SparkListenerApplicationEnd,
  SparkListenerApplicationStart,
  SparkListenerEvent,
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted
}
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}

import io.headwater.shell.Agent
import io.headwater.shell.listener.{Captured, ObservedJobs, RddJobs}

/** The class to name in `spark.extraListeners`. Dormant until the application starts. On Spark's threads it takes
  * references and enqueues them; nothing that it calls can throw into Spark.
  */
final class OpenLineageSparkListener(conf: SparkConf) extends SparkListener {
  private val agent = new Agent(conf)
  private val jobs = new RddJobs
  private val observed = new ObservedJobs

  override def onApplicationStart(event: SparkListenerApplicationStart): Unit =
    agent.start(Captured.ApplicationStarted(event))

  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case e: SparkListenerSQLExecutionStart => agent.take(Captured.started(e))
    case e: SparkListenerSQLExecutionEnd => agent.take(Captured.ended(e))
    case _ => ()
  }

  override def onJobStart(event: SparkListenerJobStart): Unit = {
    agent.takeAny(jobs.started(event))
    agent.takeWanted(observed.started(event))
  }

  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = {
    agent.takeAny { jobs.completed(event); None }
    agent.takeWanted(observed.completed(event))
  }

  override def onJobEnd(event: SparkListenerJobEnd): Unit = {
    agent.takeWanted(observed.ended(event))
    agent.takeAny(jobs.ended(event))
  }

  override def onApplicationEnd(event: SparkListenerApplicationEnd): Unit =
    agent.stop(Captured.ApplicationEnded(event))
}
