package io.headwater.shell.capture

import io.headwater.util.Attempts

private[shell] object ActiveJobs {

  /** A running job. The scheduler's table is read while the scheduler's thread may write to it, and another version of
    * Spark may have another scheduler.
    */
  def find(id: Int): Option[ActiveJob] = Attempts.nonFatal(Option(ActiveJob.find(id))).toOption.flatten
}
