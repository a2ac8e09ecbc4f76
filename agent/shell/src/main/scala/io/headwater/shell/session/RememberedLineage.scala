package io.headwater.shell.session

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.Lineage
import io.headwater.plan.session.{CachedLineage, LineageCache}

/** The lineage of DataFrames whose plan Spark has dropped, such as checkpoints. It is bounded; the oldest entries are
  * dropped first. The RDD of a checkpoint has the column ids of the plan that filled it; so the first look-up is by
  * these ids. Later look-ups are by the id of the RDD, since a self-join gives the columns new ids. Used on the
  * worker thread only.
  */
final class RememberedLineage(maxEntries: Int = 500, maxEdges: Int = 500000) extends LineageCache {
  import RememberedLineage.Entry

  private val entries = mutable.Queue.empty[Entry]
  private var edges = 0 // the number of column dependencies of all entries

  /** Keeps the lineage of a plan whose result is checkpointed. */
  def remember(plan: LogicalPlan, lineage: Lineage): Unit =
    add(plan.output.map(_.exprId.id), lineage.ofOutput(plan))

  /** Adds an entry. Others with the same columns stay: a filter, for example, does not change the column ids. */
  def add(columns: Seq[Long], lineage: CachedLineage): Unit = {
    val entry = new Entry(columns.toVector, lineage)
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

  private final class Entry(val ids: Vector[Long], val lineage: CachedLineage) {
    var rdd: Option[Int] = None // set by the first look-up
    val size: Int =
      (lineage.columns ++ lineage.fromViews ++ lineage.views.flatMap(_.columns)).map(
        _.dependencies.size + 1
      ).sum +
        lineage.rows.size + lineage.rowsFromViews.size
  }
}
