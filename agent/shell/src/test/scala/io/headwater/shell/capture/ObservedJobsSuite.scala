package io.headwater.shell.capture

import org.apache.spark.scheduler.{
  JobSucceeded,
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted,
  StageInfo
}
import org.apache.spark.storage.RDDInfo
import org.scalatest.funsuite.AnyFunSuite

final class ObservedJobsSuite extends AnyFunSuite {

  private def completed(attempt: Int): SparkListenerStageCompleted =
    SparkListenerStageCompleted(new StageInfo(
      3,
      attempt,
      "stage",
      1,
      Seq.empty[RDDInfo],
      Seq.empty[Int],
      "",
      resourceProfileId = 0
    ))

  private def attempts(captured: Option[Captured]): Option[Int] = captured.collect {
    case Captured.ObservedJobEvent(_, ObservedEvent.StageDone(stage)) => stage.attemptNumber()
  }

  test("each attempt of a stage is told, as long as the job runs") {
    val observed = new ObservedJobs(new OpenExecutions)
    observed.started(SparkListenerJobStart(1, 0L, Seq(completed(0).stageInfo), null), None)
    assert(attempts(observed.completed(completed(0))).contains(0))
    assert(attempts(observed.completed(completed(1))).contains(1))
    observed.ended(SparkListenerJobEnd(1, 1L, JobSucceeded))
    assert(observed.completed(completed(2)).isEmpty)
  }
}
