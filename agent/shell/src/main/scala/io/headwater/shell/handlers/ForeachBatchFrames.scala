package io.headwater.shell.handlers

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{LogicalRDD, QueryExecution}

import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.extensions.snapshot.Nodes

/** The DataFrames that running batches have passed to `foreachBatch`. They tell that a query reads a batch where Spark does
  * not: in Spark Connect the query runs on another thread of the server, and a thread pool of the user's code has no
  * properties of the batch, or those of an earlier one.
  */
private[handlers] final class ForeachBatchFrames {

  /** The ids of the columns, by the execution id of the batch. */
  private val open = mutable.HashMap.empty[Long, Seq[Long]]

  def began(batch: Long, frame: LogicalPlan): Unit =
    if (frame.output.nonEmpty) open(batch) = frame.output.map(_.exprId.id)

  def ended(batch: Long): Unit = open -= batch

  /** The batch whose DataFrame the query reads. Streams that were started from one DataFrame have the same column ids: of
    * several such batches it is none.
    */
  def batchOf(query: QueryExecution): Option[Long] =
    if (open.isEmpty) None
    else {
      val nodes = new Nodes(AvailablePlans.analyzed(query), None)
      open.toVector.filter { case (_, ids) => nodes.exists(isFrame(_, ids)) } match {
        case Vector((batch, _)) => Some(batch)
        case _ => None
      }
    }

  private def isFrame(plan: LogicalPlan, ids: Seq[Long]): Boolean = plan match {
    case r: LogicalRDD => r.output.map(_.exprId.id) == ids
    case _ => false
  }
}

private[handlers] object ForeachBatchFrames {

  /** Whether the query reads the rows of an RDD, which may be those of a batch. */
  def readsAny(query: QueryExecution): Boolean =
    new Nodes(AvailablePlans.analyzed(query), None).exists(_.isInstanceOf[LogicalRDD])
}
