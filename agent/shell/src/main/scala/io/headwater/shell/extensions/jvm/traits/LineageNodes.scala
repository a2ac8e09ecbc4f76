package io.headwater.shell.extensions.jvm.traits

import java.lang.{Boolean => JBoolean}
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.{IdentityHashMap, WeakHashMap}

import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2Relation, DataSourceV2ScanRelation}
import org.apache.spark.sql.execution.datasources.{
  InsertIntoDataSourceCommand,
  LogicalRelation,
  SaveIntoDataSourceCommand
}

import io.headwater.model.{Dataset, ExtensionError, Lifecycle}
import io.headwater.plan.naming.{JobNameSuffix, Schemas}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.writes.SaveModeLifecycle
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{BoundedCalls, ExtensionResponse, RunDraft, VisitorResult}
import io.headwater.util.IdentitySet

/** Reads the lineage of plan nodes that implement the lineage traits, and of relations, tables and data sources in
  * Spark's own nodes that implement them.
  */
private[jvm] final class LineageNodes(
    scalaTraits: LineageTraits,
    shaded: Vector[ShadedVisitor],
    calls: BoundedCalls
) {
  // the keys are classes of plan nodes and of the objects in them; those of a session's artifacts end with the session
  private val implementsTraits = new WeakHashMap[Class[_], JBoolean]
  // what the shaded visitors have answered for the objects of this request
  private val visitors = new IdentityHashMap[AnyRef, Option[LineageTraits]]

  private type Result = Either[ExtensionError, Vector[VisitorResult]]

  def consult(draft: RunDraft, nodes: Nodes, event: String): ExtensionResponse = {
    val response =
      if (nodes.exists(isSupported)) consult(nodes.all.filter(n => isSupported(n._2)), draft, event)
      else ExtensionResponse.none
    visitors.clear()
    response
  }

  private def consult(
      supported: Vector[(Int, LogicalPlan)],
      draft: RunDraft,
      event: String
  ): ExtensionResponse = {
    val results = supported.map { case (i, plan) => i -> resultsOf(plan, draft, event) }
    val tables = supportedTables(supported.map(_._2)).map(t => t -> datasetOf(t, event))
    ExtensionResponse(
      results.flatMap { case (i, all) => all.collect { case Right(r) => r }.flatten.map(i -> _) },
      Vector.empty,
      (results.flatMap(_._2) ++ tables.map(_._2)).collect { case Left(e) => e },
      tables = tables.collect { case (table, Right(Some(dataset))) => table -> dataset.id }
    )
  }

  /** The tables that implement the traits, each once. */
  private def supportedTables(plans: Vector[LogicalPlan]): Vector[Table] = {
    val seen = IdentitySet.empty[Table]
    plans.flatMap(table).filter(t => seen.add(t) && traitsOf(t).isDefined)
  }

  private def datasetOf(table: Table, event: String): Either[ExtensionError, Option[Dataset]] =
    calls.call(table.getClass.getName, "getLineageDatasetIdentifier")(
      traitsOf(table).flatMap(_.relation(table, event))
    )

  private def resultsOf(plan: LogicalPlan, draft: RunDraft, event: String): Vector[Result] =
    ofNode(plan, draft, event) ++ ofContent(plan, draft, event)

  /** The results of a node that implements the traits itself. */
  private def ofNode(plan: LogicalPlan, draft: RunDraft, event: String): Vector[Result] =
    traitsOf(plan).toVector.flatMap { t =>
      val delegates = new NodeDelegates(
        plan,
        p => traitDataset(p, event).orElse(Some(draft.sources(p))).toVector.flatten
      )
      datasets(plan, "getInputs")(t.inputs(plan, event))(delegates.input) ++
        datasets(plan, "getOutputs")(t.outputs(plan, event))(delegates.output) :+
        call(plan, "columnLevelLineage")(t.columns(plan, event).filter(delegates.isAcyclic))
    }

  /** The datasets of a node, and an error for each facet that cannot be sent. */
  private def datasets(plan: LogicalPlan, stage: String)(read: => Vector[NodeDataset])(
      convert: NodeDataset => Vector[VisitorResult]
  ): Vector[Result] = {
    val rejected = new ConcurrentLinkedQueue[String]
    val found = call(plan, stage)(read.flatMap { r => r.rejected.foreach(rejected.add); convert(r) })
    found +: rejected.toArray(Array.empty[String]).toVector.map(reason =>
      Left(calls.rejected(plan.getClass.getName, stage, reason))
    )
  }

  /** The dataset of a delegate whose relation implements the traits. This runs inside a bounded call. */
  private def traitDataset(plan: LogicalPlan, event: String): Option[Vector[Dataset]] =
    Option(plan).flatMap(source)
      .flatMap(v => (scalaTraits +: shaded).find(_.isDefinedAt(v)).flatMap(_.relation(v, event)))
      .map(d => Vector(d.copy(schema = Schemas.fields(plan.output))))

  /** The results of a relation or data source of Spark's V1 interface in a node of Spark. */
  private def ofContent(plan: LogicalPlan, draft: RunDraft, event: String): Vector[Result] = plan match {
    case c: InsertIntoDataSourceCommand =>
      val lifecycle = if (c.overwrite) Some(Lifecycle.Overwrite) else None
      val schema = Schemas.fields(c.logicalRelation.output)
      ofRelation(c.logicalRelation.relation, event)(d =>
        output(d.copy(schema = schema, lifecycle = lifecycle))
      ).toVector
    case c: SaveIntoDataSourceCommand =>
      def context = draft.session.map(_.sqlContext).orNull
      traitsOf(c.dataSource).toVector.map(t =>
        call(c.dataSource, "getLineageDatasetIdentifier")(
          t.provider(c.dataSource, event, context, c.options).toVector.map(dataset =>
            output(dataset.copy(lifecycle = SaveModeLifecycle.ofConnector(c.mode)))
          )
        )
      )
    case r: LogicalRelation => ofRelation(r.relation, event)(input).toVector
    case _ => Vector.empty
  }

  private def ofRelation(value: AnyRef, event: String)(result: Dataset => VisitorResult): Option[Result] =
    traitsOf(value).map(t =>
      call(value, "getLineageDatasetIdentifier")(t.relation(value, event).toVector.map(result))
    )

  /** The relation or table that a leaf of Spark reads. */
  private def source(plan: LogicalPlan): Option[AnyRef] = plan match {
    case r: LogicalRelation => Some(r.relation)
    case other => table(other)
  }

  /** The table of DataSource V2 that a node of Spark has. */
  private def table(plan: LogicalPlan): Option[Table] = plan match {
    case r: DataSourceV2Relation => Some(DataSourceV2Relations.unwrapped(r.table))
    case r: DataSourceV2ScanRelation => table(r.relation)
    case r: ResolvedTable => Some(r.table)
    case _ => None
  }

  /** The relation or data source of the V1 interface that a command of Spark writes. */
  private def target(plan: LogicalPlan): Option[AnyRef] = plan match {
    case c: InsertIntoDataSourceCommand => Some(c.logicalRelation.relation)
    case c: SaveIntoDataSourceCommand => Some(c.dataSource)
    case _ => None
  }

  private def isSupported(plan: LogicalPlan): Boolean =
    traitsOf(plan).isDefined || source(plan).exists(traitsOf(_).isDefined) ||
      target(plan).exists(traitsOf(_).isDefined)

  private def input(dataset: Dataset): VisitorResult = VisitorResult.Input(dataset)
  private def output(dataset: Dataset): VisitorResult =
    VisitorResult.Output(dataset, suffix = JobNameSuffix.ofLocation(dataset))

  private def call(value: AnyRef, stage: String)(run: => Vector[VisitorResult]): Result =
    calls.call(value.getClass.getName, stage)(run)

  /** The traits that the class of an object implements, or the shaded visitor that knows the object: it may know some
    * objects of a class only.
    */
  private def traitsOf(value: AnyRef): Option[LineageTraits] =
    if (implementsTraits.computeIfAbsent(value.getClass, _ => scalaTraits.isDefinedAt(value)))
      Some(scalaTraits)
    else if (shaded.isEmpty) None
    else {
      if (!visitors.containsKey(value)) visitors.put(value, visitorOf(value))
      visitors.get(value)
    }

  /** A shaded visitor is code of a library, so its calls are bounded: it is asked for every object of a plan, so one that
    * hangs is not called again for any of them. One that fails does not know the object.
    */
  private def visitorOf(value: AnyRef): Option[LineageTraits] =
    shaded.find(v => calls.call(v.name, "isDefinedAt")(v.isDefinedAt(value)).exists(identity))
}
