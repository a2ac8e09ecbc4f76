package io.headwater.shell.capture

import io.headwater.shell.environment.Contexts
import io.headwater.util.Attempts

private[shell] object ActiveJobs {

  /** A running job. The scheduler's table is read while the scheduler's thread may write to it, and another version of
    * Spark may have another scheduler.
    */
  def find(id: Int): Option[ActiveJob] = Attempts.nonFatal(Option(ActiveJob.find(id))).toOption.flatten

  /** Whether a job runs; `None` if this Spark does not tell. */
  def isRunning(id: Int): Option[Boolean] =
    Attempts.nonFatal(Option(Contexts.active).map(ActiveJob.isRunning(_, id))).toOption.flatten
}
