package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{ColumnNames, JobNameSuffix, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target}
import io.headwater.plan.writes.{
  CreateTable,
  ExistingTables,
  RowLevelCommands,
  SaveModeLifecycle,
  WriteLineage
}
import io.headwater.util.Accessors

/** Writes to Hudi tables by Hudi's commands for Spark's statements; [[HudiSaves]] has those by path. Most reads appear as files
  * with Hudi's file index; [[HudiReads]] has the others.
  */
object HudiWrites {
  private val rowLevelRule = RowLevelCommands.of(HudiTables.target)

  val rule: Rule = {
    case c @ HudiCommand("InsertIntoHoodieTableCommand") => insert(new Accessors(c))
    case c @ HudiCommand("CreateHoodieTableAsSelectCommand") => createAsSelect(new Accessors(c))
    case c @ HudiCommand("CreateHoodieTableCommand") =>
      val command = new Accessors(c)
      NodeLineage.leaf { context =>
        val table = command.value[CatalogTable]("table")
        val suffix = new Tables(context.session).suffix(table.identifier)
        val schema = HudiTables.schema(table, table.schema)
        CreateTable.create(context, table, schema, command.value[Boolean]("ignoreIfExists"))(_ =>
          Some(suffix)
        )
      }
    case c @ HudiCommand("MergeIntoHoodieTableCommand") => rowLevel(plan(c, "mergeInto"))
    case c @ HudiCommand("UpdateHoodieTableCommand") => rowLevel(plan(c, "ut"))
    // Before Hudi 1 the command holds Spark's own.
    case c @ HudiCommand("DeleteHoodieTableCommand") if new Accessors(c).has("dft") =>
      rowLevel(plan(c, "dft"))
    case c @ HudiCommand("DeleteHoodieTableCommand") => HudiDeletes.lineage(plan(c, "query"))
  }

  /** The statement inside a command. Its expressions, which may have subqueries, are no expressions of the command. */
  private def rowLevel(statement: LogicalPlan): NodeLineage =
    rowLevelRule(statement).copy(extraExpressions = statement.expressions)
  private def plan(command: AnyRef, name: String): LogicalPlan =
    new Accessors(command).value[LogicalPlan](name)

  /** An insert. Columns are matched by name if the query has all columns of the table, or else by position.
    */
  private def insert(command: Accessors): NodeLineage = {
    val relation = command.value[LogicalRelation]("logicalRelation")
    val query = HudiTables.written(command.value[LogicalPlan]("query"))
    val staticPartitions = command.value[Map[String, Option[String]]]("partitionSpec")
      .collect { case (name, Some(_)) => name }.toVector
    val expected =
      HudiTables.dataColumns(relation.output).map(_.name).filterNot(n =>
        staticPartitions.exists(_.equalsIgnoreCase(n))
      )
    val queryColumns = query.output.map(_.name)
    val byName = expected.forall(e => queryColumns.exists(_.equalsIgnoreCase(e)))
    val names = if (byName) ColumnNames.in(expected, queryColumns) else expected
    WriteLineage.toDataset(query, _ => names) { context =>
      val lifecycle = if (command.value[Boolean]("overwrite")) Some(Lifecycle.Overwrite) else None
      HudiTables.dataset(relation, context.session).map { d =>
        val omitted = staticPartitions.filterNot(p => names.exists(_.equalsIgnoreCase(p)))
        Target(d.copy(lifecycle = lifecycle), JobNameSuffix.ofLocation(d), omittedColumns = omitted)
      }
    }
  }

  private def createAsSelect(command: Accessors): NodeLineage = {
    val query = HudiTables.written(command.value[LogicalPlan]("query"))
    val mode = command.value[SaveMode]("mode")
    WriteLineage.toDataset(query, _ => query.output.map(_.name)) { context =>
      val table = command.value[CatalogTable]("table")
      val existed = mode == SaveMode.Ignore &&
        ExistingTables.existed(context, table.identifier, Some(table.createTime))
      if (existed) None
      else {
        val dataset = CreateTable.created(context, table, HudiTables.schema(table, query.schema))
          .copy(lifecycle = SaveModeLifecycle.ofTable(mode))
        Some(Target(dataset, Some(new Tables(context.session).suffix(table.identifier))))
      }
    }
  }
}
