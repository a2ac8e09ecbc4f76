package io.headwater.shell

import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.streaming.StreamingQueryListener
import org.apache.spark.{SparkConf, Success}

import io.headwater.shell.capture.{
  ActiveJobs,
  Captured,
  ObservedJobs,
  OpenExecutions,
  RddJobs,
  TaskOutputs,
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
  private val observed = new ObservedJobs(executions)
  private val outputs = new TaskOutputs

  def onEvent(event: SparkListenerEvent): Unit = {
    agent.receive("count a Spark event")(agent.meters.count(event))
    agent.receive("receive a Spark event")(dispatch(event))
  }

  private def dispatch(event: SparkListenerEvent): Unit = event match {
    case e: SparkListenerSQLExecutionStart =>
      agent.offer {
        executions.started(e.executionId)
        Captured.started(e)
      }
    case e: SparkListenerSQLExecutionEnd => agent.offer(Captured.ended(e, executions.ended(e.executionId)))
    case e: SparkListenerJobStart => jobStarted(e)
    case e: SparkListenerStageCompleted => stageCompleted(e)
    case e: SparkListenerTaskEnd if e.reason != Success => agent.guarded(outputs.taskFailed(e))
    case e: SparkListenerJobEnd =>
      agent.offerForExtensions(observed.ended(e))
      agent.offerIfAny { executions.jobEnded(e); jobs.ended(e) }
    case e: StreamingQueryListener.Event =>
      agent.offerIfAny {
        executions.changed(e)
        Captured.ofStream(e)
      }
    case e: SparkListenerApplicationStart => agent.start(Captured.ApplicationStarted(e))
    case e: SparkListenerApplicationEnd => agent.stop(Captured.ApplicationEnded(e))
    case e if ClassPreload.isOfThriftServer(e) =>
      agent.loadClasses()
      agent.offerIfAny(Some(e).filter(ThriftStatements.isOfStatement).map(Captured.StatementChanged(_)))
    case _ => ()
  }

  private def jobStarted(event: SparkListenerJobStart): Unit = {
    lazy val active = ActiveJobs.find(event.jobId)
    agent.offerIfAny(jobs.started(event, active))
    agent.offerIfAny(executions.jobStarted(event))
    agent.offerForExtensions(observed.started(event, active))
  }

  private def stageCompleted(event: SparkListenerStageCompleted): Unit = {
    agent.guarded {
      val stage = outputs.completed(event.stageInfo)
      executions.completed(stage)
      jobs.completed(stage)
    }
    agent.offerForExtensions(observed.completed(event))
  }
}
