package io.headwater.shell.session

import java.lang.ref.WeakReference

import scala.collection.mutable

import org.apache.spark.scheduler.StageInfo
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.Lineage
import io.headwater.plan.rdd.StageRdds
import io.headwater.plan.session.{CachedLineage, LineageCache, RddReference}
import io.headwater.shell.capture.{AvailablePlans, CachedRdds}
import io.headwater.shell.lifecycle.SparkExecution

/** The lineage of DataFrames whose plan Spark has dropped, such as checkpoints. A look-up is by the id of the RDD, since a
  * self-join gives the columns new ids. If the job that filled the RDD has not shown this id, the first look-up is by the
  * column ids, which are those of the plan that filled it. Used on the worker thread only.
  *
  * It is bounded. What can be read no more, or hardly, is dropped first: entries whose RDD is gone, then the batches of
  * streams that have ended, then what has not been looked up for the longest time.
  */
final class RememberedLineage(maxEntries: Int = 500, maxEdges: Int = 500000) extends LineageCache {
  import RememberedLineage.Entry

  private val entries = mutable.LinkedHashSet.empty[Entry] // the one that was used last comes last
  private var edges = 0 // the number of column dependencies of all entries

  /** Keeps the lineage of a plan whose result is checkpointed.
    *
    * @param stages
    *   those that have run for the checkpoint
    */
  def remember(plan: LogicalPlan, lineage: Lineage, stages: Vector[StageInfo]): Unit = {
    val rdd = StageRdds.checkpointed(stages).map { id =>
      CachedRdds.find(id).fold(RddReference(id))(RddReference.of)
    }
    add(plan.output.map(_.exprId.id), lineage.ofOutput(plan), rdd)
  }

  /** Adds an entry. Others with the same columns stay: a filter, for example, does not change the column ids.
    *
    * @param rdd
    *   the RDD that has the rows, if it is known
    */
  def add(columns: Seq[Long], lineage: CachedLineage, rdd: Option[RddReference] = None): Unit =
    add(new Entry(columns.toVector, lineage, rdd.toVector, None))

  /** Keeps the lineage of the rows of a batch instead of that of the stream's batch before, also for what the program has
    * kept of that one: all batches of a stream have the same columns. Streams that were started from one DataFrame can have
    * the same columns, too.
    */
  def addBatch(batch: MicroBatch, columns: Seq[Long], lineage: CachedLineage): Unit = {
    val before = batchesOf(batch.streamingQuery)
    before.foreach(_.findRdd())
    before.foreach(drop)
    add(new Entry(columns.toVector, lineage, before.flatMap(_.rdds).filterNot(_.isGone), Some(batch)))
  }

  /** The program can still have the DataFrame of the stream's last batch, but hardly reads it. */
  def streamEnded(query: SparkExecution.StreamingQuery): Unit = batchesOf(query).foreach(_.hasEnded = true)

  private def batchesOf(query: SparkExecution.StreamingQuery): Vector[Entry] =
    entries.iterator.filter(_.batch.exists(_.streamingQuery == query)).toVector

  private def add(entry: Entry): Unit = {
    entries += entry
    edges += entry.size
    if (isFull) entries.iterator.filter(_.isGone).toVector.foreach(drop)
    while (isFull) drop(entries.find(_.hasEnded).getOrElse(entries.head))
  }

  private def isFull: Boolean = entries.size > maxEntries || (edges > maxEdges && entries.size > 1)

  private def drop(entry: Entry): Unit = {
    entries -= entry
    edges -= entry.size
  }

  def find(columns: Seq[Long], rdd: RddReference): Option[CachedLineage] = find(columns, rdd, None)

  /** The same lineage, as a query inside another execution finds it.
    *
    * @param rootExecutionId
    *   that of the outermost query, which may be a batch
    */
  def within(rootExecutionId: Long): LineageCache = find(_, _, Some(rootExecutionId))

  private def find(columns: Seq[Long], rdd: RddReference, root: Option[Long]): Option[CachedLineage] = {
    entries.foreach(_.findRdd())
    val known = entries.find(_.rdds.exists(_.id == rdd.id)).toVector
    (if (known.isEmpty) ofColumns(columns.toVector, root) else known) match {
      case Vector() => None
      case Vector(one) =>
        used(one, rdd)
        Some(one.lineage)
      case many => Some(CachedLineage.anyOf(many.map(_.lineage)))
    }
  }

  /** The entries with these columns whose RDD is not known yet, and batches: each has an RDD of its own. */
  private def ofColumns(ids: Vector[Long], root: Option[Long]): Vector[Entry] = {
    val unused = entries.iterator.filter(e => e.ids == ids && (e.rdds.isEmpty || e.batch.nonEmpty)).toVector
    val ofRoot = unused.filter(_.batch.exists(b => root.contains(b.executionId)))
    if (ofRoot.isEmpty) unused else ofRoot
  }

  private def used(entry: Entry, rdd: RddReference): Unit = {
    entry.add(rdd)
    entries -= entry
    entries += entry
  }
}

/** A batch of a streaming query.
  *
  * @param executionId
  *   of the batch
  * @param frame
  *   the RDD of its rows, once Spark has made it
  */
final case class MicroBatch(
    streamingQuery: SparkExecution.StreamingQuery,
    executionId: Long,
    frame: () => Option[RddReference] = MicroBatch.noFrame
)

object MicroBatch {
  private val noFrame = () => None

  /** @param query
    *   the one of the batch, which is not kept alive
    */
  def apply(
      streamingQuery: SparkExecution.StreamingQuery,
      executionId: Long,
      query: QueryExecution
  ): MicroBatch = {
    val held = new WeakReference(query)
    MicroBatch(
      streamingQuery,
      executionId,
      () => Option(held.get).flatMap(AvailablePlans.rdd(_)).map(RddReference.of(_))
    )
  }
}

object RememberedLineage {

  /** Actions that return a DataFrame without the plan of the original one. */
  val checkpoints: Set[String] = Set("checkpoint", "localCheckpoint")

  /** The number of batches of a stream that a program can keep and read. */
  private val maxRdds = 1000

  /** @param rdds without them, the first look-up by the columns sets one; a stream has one for each batch */
  private final class Entry(
      val ids: Vector[Long],
      val lineage: CachedLineage,
      var rdds: Vector[RddReference],
      val batch: Option[MicroBatch]
  ) {
    private var hasFrame = false

    /** Spark makes the RDD of a batch after its start, and before the program gets the batch. */
    def findRdd(): Unit =
      if (!hasFrame)
        batch.flatMap(_.frame()).foreach { rdd =>
          hasFrame = true
          add(rdd)
        }

    def add(rdd: RddReference): Unit =
      if (!rdds.exists(_.id == rdd.id)) rdds = (rdds.filterNot(_.isGone) :+ rdd).takeRight(maxRdds)

    def isGone: Boolean = rdds.nonEmpty && rdds.forall(_.isGone)
    var hasEnded = false // the stream of the batch

    private def columns =
      lineage.columns ++ lineage.fromViews ++ lineage.parts.flatten ++ lineage.partsFromViews.flatten

    val size: Int =
      (columns ++ lineage.views.flatMap(_.columns)).map(_.dependencies.size + 1).sum +
        lineage.rows.size + lineage.rowsFromViews.size
  }
}
