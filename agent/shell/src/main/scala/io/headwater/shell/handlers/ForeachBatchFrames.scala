package io.headwater.shell.handlers

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{LogicalRDD, QueryExecution}

import io.headwater.plan.session.RddReference
import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.extensions.snapshot.Nodes

/** The DataFrames that running batches have passed to `foreachBatch`. They tell that a query reads a batch where Spark does
  * not: in Spark Connect the query runs on another thread of the server, and a thread pool of the user's code has no
  * properties of the batch, or those of an earlier one.
  */
private[handlers] final class ForeachBatchFrames {
  import ForeachBatchFrames.Frame

  /** By the execution id of the batch. */
  private val open = mutable.HashMap.empty[Long, Frame]

  /** @param rdd
    *   the RDD of the rows, once Spark has made it
    */
  def began(batch: Long, rows: LogicalPlan, rdd: () => Option[RddReference]): Unit =
    open(batch) = new Frame(rows.output.map(_.exprId.id), rdd)

  def ended(batch: Long): Unit = open -= batch

  /** The batch whose DataFrame the query reads: by its RDD, or else by its columns. Streams that were started from one
    * DataFrame have the same column ids: of several such batches it is none.
    */
  def batchOf(query: QueryExecution): Option[Long] =
    if (open.isEmpty) None
    else {
      val nodes = new Nodes(AvailablePlans.analyzed(query), None)
      def reading(isFrame: (Frame, LogicalRDD) => Boolean): Vector[Long] =
        open.iterator.filter { case (_, frame) =>
          nodes.exists { case rows: LogicalRDD => isFrame(frame, rows); case _ => false }
        }.map(_._1).toVector
      val found = reading(_.hasRdd(_)) match {
        case Vector() => reading(_.hasColumns(_))
        case some => some
      }
      if (found.size == 1) found.headOption else None
    }
}

private[handlers] object ForeachBatchFrames {

  /** Whether the query reads the rows of an RDD, which may be those of a batch. */
  def readsAny(query: QueryExecution): Boolean =
    new Nodes(AvailablePlans.analyzed(query), None).exists(_.isInstanceOf[LogicalRDD])

  /** @param ids
    *   of its columns
    */
  private final class Frame(ids: Seq[Long], rdd: () => Option[RddReference]) {
    def hasRdd(rows: LogicalRDD): Boolean = rdd().exists(_.id == rows.rdd.id)
    def hasColumns(rows: LogicalRDD): Boolean = ids.nonEmpty && rows.output.map(_.exprId.id) == ids
  }
}
