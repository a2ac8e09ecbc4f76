package io.headwater.plan.vendor.delta

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, SubqueryAlias}
import org.apache.spark.sql.execution.datasources.{FileIndex, LogicalRelation}
import org.apache.spark.sql.types.StructType

import io.headwater.model.Kind
import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}
import io.headwater.plan.writes.{ChangedRows, ChangedTable, Clause, RowChanges, WriteLineage}
import io.headwater.util.Accessors

/** Delta's commands for `UPDATE`, `DELETE` and `MERGE`. Each holds the plan that reads its target. */
object DeltaChanges {
  val rule: Rule = {
    case c @ DeltaClasses.Command("DeleteCommand") =>
      val command = new Accessors(c)
      lineage(command, Nil)((_, changes, _) =>
        changes.forDelete(command.value[Option[Expression]]("condition"))
      )

    case c @ DeltaClasses.Command("UpdateCommand") =>
      val command = new Accessors(c)
      lineage(command, Nil) { (context, changes, target) =>
        // the relation in the statement can be a view of some columns
        val names = target.map(_.name)
        val values = names.zip(command.value[Seq[Expression]]("updateExpressions").map(context.node)).toMap
        changes.forUpdate(command.value[Option[Expression]]("condition"), values)
      }

    case c @ DeltaClasses.Command("MergeIntoCommand") =>
      val command = new Accessors(c)
      val suffix = nameInStatement(command.value[LogicalPlan]("target"))
      lineage(command, Seq(command.value[LogicalPlan]("source")), suffix) { (context, changes, _) =>
        val on = command.value[Expression]("condition")
        val joined = context.rows(Kind.Join, Seq(on), Some("INNER"))
        val change = changes.forMerge(joined, Some(on), clauses(command))
        change.copy(schema =
          command.ifPresent[Option[StructType]]("migratedSchema").flatten.map(Schemas.fields)
        )
      }
  }

  /** The suffix of the job name of `MERGE`, as in the published agent: the table's name without its database. Spark keeps it,
    * below the alias of the statement, as an alias with the catalog. None for a table that is named by its path.
    */
  private def nameInStatement(target: LogicalPlan): Option[String] = target.collectFirst {
    case a: SubqueryAlias if a.identifier.qualifier.nonEmpty => a.identifier.name
  }.filterNot(_.contains('/')).map(_.replace('.', '_'))

  private def lineage(command: Accessors, sources: Seq[LogicalPlan], suffix: Option[String] = None)(
      change: (RuleContext, RowChanges, Seq[Attribute]) => ChangedRows
  ): NodeLineage = {
    val target = command.value[LogicalPlan]("target")
    val table = target.collectFirst { case DeltaReads.DeltaRelation(relation, index) => relation -> index }
    NodeLineage(
      target +: (table.map(_._1).toSeq ++ sources),
      { context =>
        table match {
          case None => context.gap("sink", "the command's target is no Delta table")
          case Some((relation, index)) =>
            write(context, relation, index, suffix)(change(_, _, target.output))
        }
        WriteLineage.noOutput(context)
      }
    )
  }

  private def write(
      context: RuleContext,
      relation: LogicalRelation,
      index: FileIndex,
      suffix: Option[String]
  )(change: (RuleContext, RowChanges) => ChangedRows): Unit = {
    val dataset = DeltaReads.dataset(relation, index, context.session)
    val committed: Write.VersionAt = DeltaTables.committedVersion(new Accessors(index), context.session, _)
    ChangedTable(dataset, relation.output, suffix, committed)
      .record(context, change(context, new RowChanges(context, relation.output)))
  }

  /** Delta before 2.3 has no `WHEN NOT MATCHED BY SOURCE`. */
  private def clauses(command: Accessors): Seq[Seq[Clause]] =
    Seq(
      command.value[Seq[Expression]]("matchedClauses"),
      command.value[Seq[Expression]]("notMatchedClauses"),
      command.ifPresent[Seq[Expression]]("notMatchedBySourceClauses").getOrElse(Nil)
    ).map(_.map(clause))

  private def clause(clause: Expression): Clause = {
    val read = new Accessors(clause)
    val condition = read.value[Option[Expression]]("condition")
    def values = read.value[Seq[Expression]]("resolvedActions").map { action =>
      val assigned = new Accessors(action)
      assigned.value[Seq[String]]("targetColNameParts").take(1).mkString -> assigned.value[Expression]("expr")
    }.toMap
    read.value[String]("clauseType") match {
      case "Update" => Clause.Update(condition, values)
      case "Insert" => Clause.Insert(condition, values)
      case _ => Clause.Delete(condition)
    }
  }
}
