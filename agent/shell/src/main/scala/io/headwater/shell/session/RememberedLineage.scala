package io.headwater.shell.session

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.Lineage
import io.headwater.plan.session.{CachedLineage, LineageCache}

/** The lineage of frames whose plan is gone, up to a bound, the oldest forgotten first. Spark gives the RDD of a
  * checkpoint the columns of the plan that filled it, under their own ids; so they are found by these, and after that by
  * the RDD, which keeps its number when a self-join renumbers its columns. On the worker thread only.
  */
final class RememberedLineage(mostFrames: Int = 500, mostEdges: Int = 500000) extends LineageCache {
  import RememberedLineage.Entry

  private val entries = mutable.Queue.empty[Entry]
  private var edges = 0 // of all entries

  /** What a checkpoint holds comes from this plan, which Spark forgets. */
  def remember(plan: LogicalPlan, lineage: Lineage): Unit =
    add(plan.output.map(_.exprId.id), lineage.ofOutput(plan))

  /** A frame that comes beside others with the same columns: a filter changes none. */
  def add(columns: Seq[Long], frame: CachedLineage): Unit = {
    val entry = new Entry(columns.toVector, frame)
    entries.enqueue(entry)
    edges += entry.size
    while (entries.size > mostFrames || (edges > mostEdges && entries.size > 1))
      edges -= entries.dequeue().size
  }

  /** A frame that takes the place of those before: each batch of a stream has the same columns. */
  def replace(columns: Seq[Long], frame: CachedLineage): Unit = {
    val wanted = columns.toVector
    entries.dequeueAll(_.ids == wanted).foreach(e => edges -= e.size)
    add(columns, frame)
  }

  def find(columns: Seq[Long], rddId: Int): Option[CachedLineage] =
    entries.find(_.rdd.contains(rddId)).map(_.frame).orElse {
      val wanted = columns.toVector
      entries.filter(e => e.rdd.isEmpty && e.ids == wanted).toVector match {
        case Vector() => None
        case Vector(one) =>
          one.rdd = Some(rddId)
          Some(one.frame)
        case many => Some(RememberedLineage.anyOf(many.map(_.frame)))
      }
    }
}

object RememberedLineage {

  /** Actions that make a frame without a plan of another one. */
  val checkpoints: Set[String] = Set("checkpoint", "localCheckpoint")

  private final class Entry(val ids: Vector[Long], val frame: CachedLineage) {
    var rdd: Option[Int] = None // known once the frame has been read
    val size: Int = frame.columns.map(_.dependencies.size + 1).sum + frame.rows.size
  }

  /** One of several, and which is not known: it may depend on all that they do. */
  private def anyOf(frames: Vector[CachedLineage]): CachedLineage =
    if (frames.distinct.size == 1) frames(0)
    else
      CachedLineage(
        frames.flatMap(_.sources).distinct,
        frames(0).columns.indices.toVector.map { i =>
          val same = frames.map(_.columns(i))
          same(0).copy(dependencies = same.flatMap(_.dependencies).distinct, certainty = Certainty.Opaque)
        },
        frames.flatMap(_.rows).distinct
      )
}
