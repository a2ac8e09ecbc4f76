package io.headwater.shell.sqlmetrics

import org.apache.spark.sql.execution.metric.SQLMetric

import io.headwater.model.Statistics
import io.headwater.shell.capture.CompletedStage

/** The metrics of the stages that one execution of a query has run. The metrics in the plan may belong to another
  * execution: Spark resets them if the plan of a DataFrame runs again.
  */
final class StageMetrics(stages: Vector[CompletedStage]) {

  /** The total of a metric. None if no stage has counted anything, which Spark does not distinguish from 0, or if a
    * stage was retried in part, or repeated tasks that had succeeded. A sort reads the scan below its shuffle once more to
    * find the bounds of its partitions; so only the stages that write the shuffle count.
    */
  def apply(metric: SQLMetric): Option[Long] = {
    val totals =
      for (
        s <- stages; n <- s.info.accumulables.get(metric.id).flatMap(_.value).collect { case n: Long => n }
      )
        yield s -> n
    val parts = totals.zip(0L +: totals.map(_._2)).map { case ((stage, total), before) =>
      stage -> (total - before)
    }
    val shuffled = parts.filter(_._1.writesShuffle)
    if (parts.isEmpty || parts.exists(!_._1.isCountedOnce)) None
    else Some((if (shuffled.isEmpty) parts else shuffled).map(_._2).sum)
  }

  /** The rows and bytes that the tasks have written; none if that is not known for one of the stages. There is no other
    * metric if a library writes, as in `df.write.format("jdbc").save()` or for Delta.
    */
  def written: Option[Statistics] = {
    val known = stages.flatMap(_.written)
    if (known.size < stages.size) None
    else
      known.filter(_.rows.exists(_ > 0)).reduceOption(_ + _).map(t =>
        t.copy(bytes = t.bytes.filter(_ > 0))
      )
  }
}
