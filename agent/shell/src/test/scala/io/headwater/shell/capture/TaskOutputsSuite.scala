package io.headwater.shell.capture

import org.apache.spark.scheduler.{SparkListenerTaskEnd, StageInfo}
import org.apache.spark.{ExceptionFailure, Resubmitted, TaskEndReason}
import org.scalatest.funsuite.AnyFunSuite

final class TaskOutputsSuite extends AnyFunSuite {
  private def stage(id: Int, attempt: Int = 0, failure: Option[String] = None): StageInfo = {
    val info = new StageInfo(id, attempt, s"stage $id", 2, Nil, Nil, "", resourceProfileId = 0)
    failure.foreach(reason => info.failureReason = Some(reason))
    info
  }

  private def taskEnd(stage: Int, reason: TaskEndReason): SparkListenerTaskEnd =
    SparkListenerTaskEnd(stage, 0, "ShuffleMapTask", reason, null, null, null)

  private val failure: TaskEndReason =
    ExceptionFailure("java.lang.Exception", "", Array.empty, "", None)

  test("a stage whose tasks were retried counts each task once") {
    val outputs = new TaskOutputs
    outputs.taskFailed(taskEnd(1, failure))
    assert(outputs.completed(stage(1)).isCountedOnce)
  }

  test("a stage that repeats tasks of a lost executor counts them again") {
    val outputs = new TaskOutputs
    outputs.taskFailed(taskEnd(1, Resubmitted))
    assert(!outputs.completed(stage(1)).isCountedOnce)
    assert(outputs.completed(stage(2)).isCountedOnce)
  }

  test("what a failed attempt of a stage has written is not known, and neither is what the next one has") {
    val outputs = new TaskOutputs
    assert(outputs.completed(stage(1, failure = Some("FetchFailed"))).written.isEmpty)
    assert(outputs.completed(stage(1, attempt = 1)).written.isEmpty)
    assert(outputs.completed(stage(2)).written.isDefined)
  }
}
