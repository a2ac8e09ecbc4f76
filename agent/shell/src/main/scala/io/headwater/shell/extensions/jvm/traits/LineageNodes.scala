package io.headwater.shell.extensions.jvm.traits

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2Relation, DataSourceV2ScanRelation}
import org.apache.spark.sql.execution.datasources.{
  InsertIntoDataSourceCommand,
  LogicalRelation,
  SaveIntoDataSourceCommand
}

import io.headwater.model.{Dataset, ExtensionError, Lifecycle}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.writes.WriteRule
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{BoundedCalls, ExtensionResponse, RunDraft, VisitorResult}

/** Asks plan nodes, and the relations, tables and sources that they hold, that can tell their lineage themselves. */
private[jvm] final class LineageNodes(
    own: TraitDialect,
    foreign: Vector[TraitDialect],
    bounded: BoundedCalls
) {
  private val known =
    mutable.HashMap.empty[Class[_], Option[TraitDialect]] // holds classes that plans hold, too

  def ask(draft: RunDraft, nodes: Nodes, event: String): ExtensionResponse = {
    val able = if (nodes.exists(speaks)) nodes.everything.filter(n => speaks(n._2)) else Vector.empty
    val all = able.map { case (i, plan) => i -> asked(plan, draft, event) }
    ExtensionResponse(
      all.collect { case (i, (said, _)) if said.nonEmpty => i -> said }.toMap,
      Vector.empty,
      all.flatMap(_._2._2)
    )
  }

  private def asked(plan: LogicalPlan, draft: RunDraft, event: String)
      : (Vector[VisitorResult], Vector[ExtensionError]) = {
    val answers = node(plan, draft, event) ++ held(plan, draft, event)
    (answers.collect { case Right(s) => s }.flatten, answers.collect { case Left(e) => e })
  }

  private type Asked = Either[ExtensionError, Vector[VisitorResult]]

  private def node(plan: LogicalPlan, draft: RunDraft, event: String): Vector[Asked] =
    speaker(plan).toVector.flatMap { d =>
      val about =
        new NodeDelegates(plan, p => themselves(p, event).orElse(Some(draft.datasets(p))).toVector.flatten)
      Vector(
        call(plan, "getInputs")(d.inputs(plan, event).flatMap(about.input)),
        call(plan, "getOutputs")(d.outputs(plan, event).flatMap(about.output)),
        call(plan, "columnLevelLineage")(d.columns(plan, event).filter(about.isSafe))
      )
    }

  /** What a delegate says itself; within a call already, so not bounded again. */
  private def themselves(plan: LogicalPlan, event: String): Option[Vector[Dataset]] =
    Option(plan).flatMap(read).flatMap(value =>
      (own +: foreign).find(_.speaks(value)).flatMap(_.relation(value, event))
    )
      .map(d => Vector(d.copy(schema = Schemas.fields(plan.output))))

  /** What is inside of Spark's own nodes. */
  private def held(plan: LogicalPlan, draft: RunDraft, event: String): Vector[Asked] = plan match {
    case w: V2WriteCommand => written(w).toVector.flatMap(value =>
        named(value, event)(d => output(d.copy(schema = Schemas.fields(w.table.output))))
      )
    case c: InsertIntoDataSourceCommand =>
      val lifecycle = if (c.overwrite) Some(Lifecycle.Overwrite) else None
      val schema = Schemas.fields(c.logicalRelation.output)
      named(c.logicalRelation.relation, event)(d =>
        output(d.copy(schema = schema, lifecycle = lifecycle))
      ).toVector
    case c: SaveIntoDataSourceCommand =>
      def context = draft.session.map(_.sqlContext).orNull
      speaker(c.dataSource).toVector.map(d =>
        call(c.dataSource, "getLineageDatasetIdentifier")(
          d.provider(c.dataSource, event, context, c.options).toVector.map(dataset =>
            output(dataset.copy(lifecycle = WriteRule.saveLifecycle(c.mode)))
          )
        )
      )
    case _ => read(plan).toVector.flatMap(named(_, event)(input))
  }

  /** What a leaf of Spark's own reads. */
  private def read(plan: LogicalPlan): Option[AnyRef] = plan match {
    case r: LogicalRelation => Some(r.relation)
    case r: DataSourceV2Relation => Some(r.table)
    case r: DataSourceV2ScanRelation => Some(r.relation.table)
    case _ => None
  }

  /** What a command of Spark's own writes. */
  private def written(plan: LogicalPlan): Option[AnyRef] = plan match {
    case w: V2WriteCommand => Some(w.table).collect { case r: DataSourceV2Relation => r.table }
    case c: InsertIntoDataSourceCommand => Some(c.logicalRelation.relation)
    case c: SaveIntoDataSourceCommand => Some(c.dataSource)
    case _ => None
  }

  private def speaks(plan: LogicalPlan): Boolean =
    (Some(plan) ++ read(plan) ++ written(plan)).exists(speaker(_).isDefined)

  private def named(value: AnyRef, event: String)(say: Dataset => VisitorResult): Option[Asked] =
    speaker(value).map(d =>
      call(value, "getLineageDatasetIdentifier")(d.relation(value, event).toVector.map(say))
    )

  private def input(dataset: Dataset): VisitorResult = VisitorResult.Input(Some(dataset), Vector.empty)
  private def output(dataset: Dataset): VisitorResult =
    VisitorResult.Output(Some(dataset), Vector.empty, WriteRule.suffix(dataset))

  private def call(value: AnyRef, stage: String)(run: => Vector[VisitorResult]): Asked =
    bounded.ask(value.getClass.getName, stage)(run)

  /** Whether an object can speak is asked once for its class; one that cannot even be asked is silent. A library's own
    * dialect is the library's code, so it has its bounds.
    */
  private def speaker(value: AnyRef): Option[TraitDialect] =
    known.getOrElseUpdate(
      value.getClass,
      if (own.speaks(value)) Some(own)
      else
        foreign.find(d =>
          bounded.ask(value.getClass.getName, "isDefinedAt")(d.speaks(value)).exists(identity)
        )
    )
}
