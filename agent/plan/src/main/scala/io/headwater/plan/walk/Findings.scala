package io.headwater.plan.walk

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, DatasetId, Gap}
import io.headwater.plan.graph.Graph
import io.headwater.plan.session.FunctionDeclaration

/** A write as the walk meets it: which node of the graph feeds each column. `committed` tells the table's newest
  * version; it is asked once the query has ended, and what it tells then is what the query has made.
  */
final case class Write(
    dataset: Dataset,
    columns: Vector[(String, Int)],
    rows: Int,
    nameSuffix: Option[String],
    committed: () => Option[String] = Write.unversioned,
    certain: Boolean = true,
    counted: Boolean = true
)

object Write {
  val unversioned: () => Option[String] = () => None
}

/** What one walk gathers beside scopes: filled by one thread, read once at the end. */
final class Findings {
  val graph = new Graph
  private val datasets = mutable.LinkedHashMap.empty[DatasetId, Dataset]
  private val found = mutable.ArrayBuffer.empty[Write]
  private val missed = mutable.LinkedHashSet.empty[Gap]
  private val shared = mutable.HashMap.empty[Long, Vector[Int]]
  private val sharedRows = mutable.HashMap.empty[Long, Int]
  private val loops = mutable.HashMap.empty[Long, Vector[Int]]

  def source(dataset: Dataset): Unit = if (!datasets.contains(dataset.id)) datasets(dataset.id) = dataset
  def write(write: Write): Unit = found += write

  /** Records the datasets of a declaration as datasets of the plan. An output that the plan itself writes stays as is. */
  def declare(declaration: FunctionDeclaration): Unit = {
    declaration.inputs.foreach(source)
    val written = found.map(_.dataset.id).toSet
    declaration.outputs.filterNot(o => written(o.id)).foreach { output =>
      write(Write(output, Vector.empty, graph.nothing, None, counted = false))
    }
  }

  def gap(node: LogicalPlan, stage: String, reason: String): Unit =
    missed += Gap(node.getClass.getName, stage, reason)

  /** Gaps after the first so many are none: what was missed has been told by somebody else. */
  def truncateGaps(gaps: Int): Unit = missed --= missed.toVector.drop(gaps)

  def sources: Vector[Dataset] = datasets.values.toVector
  def writes: Vector[Write] = found.toVector
  def gaps: Vector[Gap] = missed.toVector

  /** The columns of a common table expression, by its id and in order; every reference to it is made of them. */
  def defineCte(cteId: Long, columns: Vector[Int], rows: Int): Unit = {
    shared(cteId) = columns
    sharedRows(cteId) = rows
  }

  /** The columns of a recursive relation while it is being read, by its id. */
  def recursiveColumns(id: Long, columns: Int): Vector[Int] =
    loops.getOrElseUpdate(id, Vector.fill(columns)(graph.pending()))

  def cte(cteId: Long): Option[(Vector[Int], Int)] = shared.get(cteId).map(_ -> sharedRows(cteId))
}
