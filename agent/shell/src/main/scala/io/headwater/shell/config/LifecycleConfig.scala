package io.headwater.shell.config

import java.time.Duration

/** When events of long runs are sent, and how long the application's end waits.
  *
  * @param runningInterval
  *   the minimum time between two RUNNING events of a streaming query
  */
final case class LifecycleConfig(stopTimeout: Duration, runningInterval: Duration)

object LifecycleConfig extends ConfigSection {

  val stopTimeout = millis(
    "stopTimeoutMillis",
    from = 0,
    default = 5000,
    "Maximum time that the end of the application waits until events are sent. Unsent events stay in the spool."
  )
  val runningInterval = millis(
    "streaming.runningIntervalMillis",
    from = 0,
    default = 60000,
    "Minimum time between two RUNNING events of a streaming query. The next event counts the batches in between."
  )

  def read(values: ConfigValues): LifecycleConfig =
    LifecycleConfig(stopTimeout.read(values), runningInterval.read(values))
}
