package io.headwater.shell.metrics

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.execution.metric.SQLMetric

import io.headwater.model.Statistics
import io.headwater.util.Accessors

/** What was counted in the stages that one execution of a query has run. A plan's own metrics may be of another execution
  * by now: Spark sets them back where a frame's plan runs again.
  */
final class StageMetrics(stages: Vector[StageInfo]) {

  /** None where no stage has counted anything, which Spark does not tell from a zero, or one has run again in part. A
    * scan below a shuffle is also read to find the bounds of a sort: what counts is the stage that writes the shuffle.
    */
  def apply(metric: SQLMetric): Option[Long] = {
    val totals =
      for (s <- stages; n <- s.accumulables.get(metric.id).flatMap(_.value).collect { case n: Long => n })
        yield s -> n
    val parts = totals.zip(0L +: totals.map(_._2)).map { case ((stage, total), before) =>
      stage -> (total - before)
    }
    val shuffled = parts.filter(p => writesShuffle(p._1))
    if (parts.isEmpty || parts.exists(_._1.attemptNumber() > 0)) None
    else Some((if (shuffled.isEmpty) parts else shuffled).map(_._2).sum)
  }

  /** Private to Spark for Scala alone. */
  private def writesShuffle(stage: StageInfo): Boolean =
    new Accessors(stage).value[Option[Int]]("shuffleDepId").isDefined

  /** Rows and bytes that tasks say they have written: all that is known where a library does the writing
    * (`df.write.format("jdbc").save()`, Delta).
    */
  def written: Option[Statistics] =
    stages.flatMap(s => Option(s.taskMetrics)).map(_.outputMetrics).filter(_.recordsWritten > 0)
      .map(out => Statistics(Some(out.recordsWritten), Some(out.bytesWritten).filter(_ > 0)))
      .reduceOption(_ merge _)
}
