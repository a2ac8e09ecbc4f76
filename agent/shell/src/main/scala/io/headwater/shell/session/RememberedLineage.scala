package io.headwater.shell.session

import scala.collection.mutable

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.Lineage
import io.headwater.plan.rdd.StageRdds
import io.headwater.plan.session.{CachedLineage, LineageCache}

/** The lineage of DataFrames whose plan Spark has dropped, such as checkpoints. It is bounded; the oldest entries are
  * dropped first. A look-up is by the id of the RDD, since a self-join gives the columns new ids. If the job that filled the
  * RDD has not shown this id, the first look-up is by the column ids, which are those of the plan that filled it. Used on
  * the worker thread only.
  */
final class RememberedLineage(maxEntries: Int = 500, maxEdges: Int = 500000) extends LineageCache {
  import RememberedLineage.Entry

  private val entries = mutable.Queue.empty[Entry]
  private var edges = 0 // the number of column dependencies of all entries

  /** Keeps the lineage of a plan whose result is checkpointed.
    *
    * @param stages
    *   those that have run for the checkpoint
    */
  def remember(plan: LogicalPlan, lineage: Lineage, stages: Vector[StageInfo]): Unit =
    add(plan.output.map(_.exprId.id), lineage.ofOutput(plan), StageRdds.checkpointed(stages))

  /** Adds an entry. Others with the same columns stay: a filter, for example, does not change the column ids.
    *
    * @param rdd
    *   the id of the RDD that has the rows, if it is known
    */
  def add(columns: Seq[Long], lineage: CachedLineage, rdd: Option[Int] = None): Unit =
    add(new Entry(columns.toVector, lineage, rdd, None))

  /** Keeps the lineage of the rows of a batch instead of that of the stream's batch before. Streams that were started from
    * one DataFrame can have the same columns.
    */
  def addBatch(batch: MicroBatch, columns: Seq[Long], lineage: CachedLineage): Unit = {
    entries.dequeueAll(_.batch.exists(_.stream == batch.stream)).foreach(e => edges -= e.size)
    add(new Entry(columns.toVector, lineage, None, Some(batch)))
  }

  private def add(entry: Entry): Unit = {
    entries.enqueue(entry)
    edges += entry.size
    while (entries.size > maxEntries || (edges > maxEdges && entries.size > 1))
      edges -= entries.dequeue().size
  }

  def find(columns: Seq[Long], rddId: Int): Option[CachedLineage] = find(columns, rddId, None)

  /** The same lineage, as a query inside another execution finds it.
    *
    * @param root
    *   the execution id of the outermost query, which may be a batch
    */
  def within(root: Long): LineageCache = find(_, _, Some(root))

  private def find(columns: Seq[Long], rddId: Int, root: Option[Long]): Option[CachedLineage] =
    entries.find(_.rdd.contains(rddId)).map(_.lineage).orElse {
      val ids = columns.toVector
      val unused = entries.filter(e => e.rdd.isEmpty && e.ids == ids).toVector
      val ofRoot = unused.filter(_.batch.exists(b => root.contains(b.execution)))
      (if (ofRoot.isEmpty) unused else ofRoot) match {
        case Vector() => None
        case Vector(one) =>
          one.rdd = Some(rddId)
          Some(one.lineage)
        case many => Some(CachedLineage.anyOf(many.map(_.lineage)))
      }
    }
}

/** A batch of a streaming query.
  *
  * @param stream
  *   the id of the streaming query
  * @param execution
  *   the execution id of the batch
  */
final case class MicroBatch(stream: Long, execution: Long)

object RememberedLineage {

  /** Actions that return a DataFrame without the plan of the original one. */
  val checkpoints: Set[String] = Set("checkpoint", "localCheckpoint")

  /** @param rdd without it, the first look-up by the columns sets it */
  private final class Entry(
      val ids: Vector[Long],
      val lineage: CachedLineage,
      var rdd: Option[Int],
      val batch: Option[MicroBatch]
  ) {
    val size: Int =
      (lineage.columns ++ lineage.fromViews ++ lineage.views.flatMap(_.columns)).map(
        _.dependencies.size + 1
      ).sum +
        lineage.rows.size + lineage.rowsFromViews.size
  }
}
