package io.headwater.shell.environment

import org.scalatest.funsuite.AnyFunSuite

/** Job id and UUID of a Dataproc cluster's job, which are YARN tags. */
class DataprocEnvironmentSuite extends AnyFunSuite {
  import DataprocEnvironment._

  test("job id and UUID are the values of YARN tags") {
    val tags = "dataproc_job_load, dataproc_uuid_42,other"
    assert(jobId(tags).contains("load") && jobUuid(tags).contains("42"))
    assert(jobId("").isEmpty && jobUuid("other").isEmpty)
  }

  test("the tag of the attempt's timestamp is not the job id, whatever the order of the tags") {
    val attempt = "dataproc_job_attempt_timestamp_1700000000"
    for (tags <- Vector(s"$attempt,dataproc_job_load", s"dataproc_job_load,$attempt"))
      assert(jobId(tags).contains("load"), tags)
    assert(jobId(attempt).isEmpty)
  }
}
