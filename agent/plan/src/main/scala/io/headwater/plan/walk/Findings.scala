package io.headwater.plan.walk

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, DatasetId, Field, Gap, Lifecycle, QueryTime, ReadView}
import io.headwater.plan.graph.{Graph, Scope}
import io.headwater.plan.session.{CachedLineage, FunctionDeclaration, VariableName, VariableValue}

/** A write that the walk has met.
  *
  * @param columns
  *   the names of the written columns, each with the graph node that it is written from
  * @param rows
  *   the graph node of everything that decides which rows are written
  * @param ended
  *   the same write once the query has ended, if only then all columns of the table are known
  */
final case class Write(
    target: Target,
    columns: Vector[(String, Int)],
    rows: Int,
    ended: Option[QueryTime => Write] = None
) {
  def dataset: Dataset = target.dataset
}

object Write {
  type VersionAt = QueryTime => Option[String]
  val unversioned: VersionAt = _ => None
}

/** A view that the walk has met.
  *
  * @param rows
  *   the graph node of what decides the rows of the view in its definition
  * @param named
  *   see [[io.headwater.model.ReadView]]
  * @param source
  *   whether the view can be a source, because the plan has its columns
  */
final case class ViewInPlan(dataset: Dataset, rows: Int, named: Boolean, source: Boolean)

/** A SQL variable that the plan declares or sets.
  *
  * @param begin
  *   makes the new value, once the plan has been read
  * @param lineage
  *   the lineage of that value; None if it stays unknown. Its argument reads the lineage of two graph nodes: of a value, and
  *   of what decides it
  */
final case class Assignment(
    variable: VariableName,
    begin: () => VariableValue,
    lineage: ((Int, Int) => CachedLineage) => Option[CachedLineage]
)

/** A table that a statement creates, and that only the write inside the statement shows.
  *
  * @param lifecycle
  *   how the plan changes the table, if it does more than write rows
  * @param nameSuffix
  *   the part of the job's name that the table gives
  */
final case class Creation(lifecycle: Option[Lifecycle], nameSuffix: Option[String])

/** The results of one walk other than scopes. One thread fills it; it is read once, at the end. */
final class Findings {
  val graph = new Graph
  private val sourcesById = mutable.LinkedHashMap.empty[DatasetId, Dataset]
  private val outsideViews = mutable.HashSet.empty[DatasetId]
  private val viewsById = mutable.LinkedHashMap.empty[DatasetId, ViewInPlan]
  private var viewsOfDroppedPlans = Vector.empty[ReadView]
  private var inView = false
  private val recordedWrites = mutable.ArrayBuffer.empty[Write]
  private var recordedCreation = Option.empty[Creation]
  private val recordedAssignments = mutable.ArrayBuffer.empty[Assignment]
  private val afterSuccess = mutable.ArrayBuffer.empty[() => Unit]
  private val afterFailure = mutable.ArrayBuffer.empty[() => Unit]
  private val recordedGaps = mutable.LinkedHashSet.empty[Gap]
  private val ctes = mutable.HashMap.empty[Long, (Vector[Int], Scope)]
  private val recursions = mutable.HashMap.empty[Long, Vector[Int]]

  def sources: Vector[Dataset] = sourcesById.values.toVector

  /** The sources that the plan reads not only through views. */
  def sourcesOutsideViews: Vector[Dataset] = sources.filter(s => outsideViews(s.id))

  /** The persistent views of the plan. */
  def views: Vector[ViewInPlan] = viewsById.values.toVector

  /** The views of plans that Spark has dropped. */
  def cachedViews: Vector[ReadView] = viewsOfDroppedPlans

  def writes: Vector[Write] = recordedWrites.toVector
  def assignments: Vector[Assignment] = recordedAssignments.toVector

  /** What the statement changes in the session, if it succeeds. */
  def changesAfterSuccess: Vector[() => Unit] = afterSuccess.toVector

  /** How to take back what the statement has changed in the session, if it fails. */
  def changesAfterFailure: Vector[() => Unit] = afterFailure.toVector

  def gaps: Vector[Gap] = recordedGaps.toVector

  /** Records a dataset that is read. Of several with one id the first is kept, with the fields of all: reads may differ in
    * their schema.
    */
  def source(dataset: Dataset): Unit = {
    if (!inView) outsideViews += dataset.id
    val known = sourcesById.getOrElse(dataset.id, dataset)
    sourcesById(dataset.id) = known.copy(
      schema = Field.union(known.schema, dataset.schema),
      version = known.version.filter(dataset.version.contains) // of two versions, none is that of the input
    )
  }

  /** Records a view that is read.
    *
    * @param definition
    *   the graph node of what decides the rows of the view in its definition
    */
  def view(dataset: Dataset, definition: Int, source: Boolean = true): Unit =
    viewsById(dataset.id) = viewsById.get(dataset.id) match {
      case Some(met) => met.copy(named = met.named || !inView)
      case None => ViewInPlan(dataset, definition, named = !inView, source)
    }

  /** Records what a plan reads that Spark has dropped. */
  def droppedPlan(cached: CachedLineage): Unit = {
    cached.sources.foreach(source)
    viewsOfDroppedPlans = ReadView.union(viewsOfDroppedPlans, cached.views)
    recordedGaps ++= cached.gaps
  }

  /** Runs `read`, which records what a node reads.
    *
    * @param view
    *   whether the node belongs to the definition of a view
    */
  def within[A](view: Boolean)(read: => A): A = {
    inView = view
    try read
    finally inView = false
  }

  def write(write: Write): Unit = recordedWrites += write

  /** Records the datasets of a declaration as datasets of the plan. An output that the plan itself writes stays as is. */
  def declare(declaration: FunctionDeclaration): Unit = {
    declaration.inputs.foreach(source)
    val written = recordedWrites.map(_.dataset.id).toSet
    declaration.outputs.filterNot(o => written(o.id)).foreach { output =>
      write(Write(Target(output, None, isCounted = false), Vector.empty, graph.nothing))
    }
  }

  def gap(node: LogicalPlan, stage: String, reason: String): Unit =
    recordedGaps += Gap(node.getClass.getName, stage, reason)

  /** Records that a write inside the plan shows the table that it writes. See [[Creation]]. */
  def create(lifecycle: Option[Lifecycle], nameSuffix: Option[String]): Unit =
    recordedCreation = Some(Creation(lifecycle, nameSuffix))

  def creation: Option[Creation] = recordedCreation

  def changeAfterSuccess(change: () => Unit): Unit = afterSuccess += change

  def changeAfterFailure(change: () => Unit): Unit = afterFailure += change

  /** Records what the plan does to a SQL variable: one change, also if its rule is used twice for an extension. */
  def assign(assignment: Assignment): Unit =
    if (!recordedAssignments.exists(_.variable == assignment.variable)) recordedAssignments += assignment

  /** Keeps the first `count` gaps only. Used if an extension has filled the later ones. */
  def truncateGaps(count: Int): Unit = recordedGaps --= recordedGaps.toVector.drop(count)

  /** Sets the columns, in order, and the scope of a common table expression. All references to it have these nodes. */
  def defineCte(id: Long, columns: Vector[Int], scope: Scope): Unit = ctes(id) = (columns, scope)

  def cte(id: Long): Option[(Vector[Int], Scope)] = ctes.get(id)

  /** The pending columns of a recursive relation while it is being read. */
  def recursiveColumns(id: Long, count: Int): Vector[Int] =
    recursions.getOrElseUpdate(id, Vector.fill(count)(graph.pending()))
}
