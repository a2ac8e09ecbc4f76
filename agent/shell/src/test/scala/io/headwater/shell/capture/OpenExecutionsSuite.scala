package io.headwater.shell.capture

import java.util.{Properties, UUID}

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

final class OpenExecutionsSuite extends AnyFunSuite {
  test("the late end of a stream's last run does not end the run that has begun since") {
    val executions = new OpenExecutions
    val (stream, first, second) = (new UUID(0, 1), new UUID(0, 2), new UUID(0, 3))
    val ofStream = SparkListenerJobStart(1, 0L, Seq.empty, new Properties)
    ofStream.properties.setProperty("sql.streaming.queryId", stream.toString)
    executions.streamStarted(stream, first)
    executions.streamStarted(stream, second)
    executions.streamEnded(stream, first)
    assert(executions.ownerOf(ofStream) == JobOwner.Engine(None))
    executions.streamEnded(stream, second)
    assert(executions.ownerOf(ofStream) == JobOwner.Program)
  }
}
