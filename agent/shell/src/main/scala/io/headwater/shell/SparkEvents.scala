package io.headwater.shell

import org.apache.spark.scheduler._
import org.apache.spark.sql.execution.ui.{SparkListenerSQLExecutionEnd, SparkListenerSQLExecutionStart}
import org.apache.spark.sql.streaming.StreamingQueryListener
import org.apache.spark.{SPARK_VERSION, SparkConf, Success}

import io.headwater.shell.capture.{
  ActiveJobs,
  Captured,
  JobEvent,
  OpenExecutions,
  OpenJob,
  OpenJobs,
  RddJobs,
  TaskOutputs,
  ThriftStatements
}
import io.headwater.shell.environment.{ClassPreload, Shims}

/** Selects the Spark events that the agent uses, and passes references to them to the [[Agent]]. It runs on the listener
  * bus thread.
  */
final class SparkEvents(conf: SparkConf) {
  private val agent = new Agent(conf)
  private val executions = new OpenExecutions
  private val jobs = new OpenJobs(executions)
  private val rdds = new RddJobs
  private val outputs = new TaskOutputs
  private lazy val shim = Shims.of(SPARK_VERSION).toOption

  /** Most events are only counted. The end of the application must arrive even if the counting fails. */
  def onEvent(event: SparkListenerEvent): Unit = agent.receive {
    try agent.meters.count(event)
    finally dispatch(event)
  }

  private def dispatch(event: SparkListenerEvent): Unit = event match {
    case e: SparkListenerSQLExecutionStart =>
      offerFirst {
        executions.started(e.executionId)
        Some(Captured.started(e, shim))
      }
    case e: SparkListenerSQLExecutionEnd =>
      agent.offer(Some(Captured.ended(e, executions.ended(e.executionId))))
    case e: SparkListenerJobStart => jobStarted(e)
    case e: SparkListenerStageCompleted => stageCompleted(e)
    case e: SparkListenerTaskEnd if e.reason != Success =>
      agent.offer {
        outputs.taskFailed(e)
        None
      }
    case e: SparkListenerJobEnd =>
      observed(jobs(e.jobId), JobEvent.ended(e))
      agent.offer(jobs.ended(e))
    case e: StreamingQueryListener.Event =>
      offerFirst {
        executions.changed(e)
        Captured.ofStream(e)
      }
    case e: SparkListenerApplicationStart => agent.start(Captured.ApplicationStarted(e))
    case e: SparkListenerApplicationEnd => agent.stop(Captured.ApplicationEnded(e.time, Some(e)))
    case e if ClassPreload.isOfThriftServer(e) =>
      agent.loadClasses()
      agent.offer(Some(e).filter(ThriftStatements.isOfStatement).map(Captured.StatementChanged(_)))
    case _ => ()
  }

  /** Passes on what may be the first event that a listener gets which the program has added. */
  private def offerFirst(captured: => Option[Captured]): Unit = {
    agent.startLate()
    agent.offer(captured)
  }

  private def jobStarted(event: SparkListenerJobStart): Unit = {
    lazy val active = ActiveJobs.find(event.jobId)
    offerFirst(jobs.started(event))
    agent.offer(jobs(event.jobId).flatMap(rdds.started(event, _, active)))
    observed(jobs(event.jobId), JobEvent.started(event, active))
  }

  private def stageCompleted(event: SparkListenerStageCompleted): Unit = {
    agent.offer {
      jobs.completed(outputs.completed(event.stageInfo))
      None
    }
    observed(jobs.ofStage(event.stageInfo.stageId), JobEvent.StageCompleted(event.stageInfo))
  }

  /** For extensions only. */
  private def observed(job: => Option[OpenJob], event: => JobEvent): Unit =
    if (agent.wantsJobs) agent.offer(job.map(j => Captured.JobEventReceived(j.run, event)))
}
