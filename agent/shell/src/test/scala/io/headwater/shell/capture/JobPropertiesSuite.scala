package io.headwater.shell.capture

import java.util.Properties

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.JobType

final class JobPropertiesSuite extends AnyFunSuite {
  private def jobType(local: (String, String)*): JobType = {
    val properties = new Properties
    local.foreach { case (key, value) => properties.setProperty(key, value) }
    JobProperties.jobType(SparkListenerJobStart(0, 0L, Nil, properties))
  }

  // rows: facet.job.job-type
  test("the RDD jobs of a batch of Spark Streaming are streaming, others are not") {
    assert(jobType("spark.streaming.internal.batchTime" -> "1000") == JobType.rddStreaming)
    assert(jobType("spark.streaming.internal.outputOpId" -> "0") == JobType.rdd)
    assert(JobProperties.jobType(SparkListenerJobStart(0, 0L, Nil, null)) == JobType.rdd)
  }
}
