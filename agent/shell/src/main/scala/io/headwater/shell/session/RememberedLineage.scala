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
  def add(columns: Seq[Long], lineage: CachedLineage, rdd: Option[Int] = None): Unit = {
    val entry = new Entry(columns.toVector, lineage, rdd)
    entries.enqueue(entry)
    edges += entry.size
    while (entries.size > maxEntries || (edges > maxEdges && entries.size > 1))
      edges -= entries.dequeue().size
  }

  /** Replaces the entries with the same columns. Each batch of a stream has the same columns. */
  def replace(columns: Seq[Long], lineage: CachedLineage): Unit = {
    val ids = columns.toVector
    entries.dequeueAll(_.ids == ids).foreach(e => edges -= e.size)
    add(columns, lineage)
  }

  def find(columns: Seq[Long], rddId: Int): Option[CachedLineage] =
    entries.find(_.rdd.contains(rddId)).map(_.lineage).orElse {
      val ids = columns.toVector
      entries.filter(e => e.rdd.isEmpty && e.ids == ids).toVector match {
        case Vector() => None
        case Vector(one) =>
          one.rdd = Some(rddId)
          Some(one.lineage)
        case many => Some(CachedLineage.anyOf(many.map(_.lineage)))
      }
    }
}

object RememberedLineage {

  /** Actions that return a DataFrame without the plan of the original one. */
  val checkpoints: Set[String] = Set("checkpoint", "localCheckpoint")

  /** @param rdd without it, the first look-up by the columns sets it */
  private final class Entry(val ids: Vector[Long], val lineage: CachedLineage, var rdd: Option[Int]) {
    val size: Int =
      (lineage.columns ++ lineage.fromViews ++ lineage.views.flatMap(_.columns)).map(
        _.dependencies.size + 1
      ).sum +
        lineage.rows.size + lineage.rowsFromViews.size
  }
}
