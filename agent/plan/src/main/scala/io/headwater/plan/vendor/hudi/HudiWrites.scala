package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.types.StructType

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.Tables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.writes.{CreateTable, InsertIntoFiles, PathWrite, RowLevelCommands, Target, WriteRule}
import io.headwater.util.Accessors

/** What writes a Hudi table: its own commands for Spark's statements, and `df.write.format("hudi").save(path)`. Reads
  * are files to Spark, with Hudi's index of them.
  */
object HudiWrites {
  private val commands = "org.apache.spark.sql.hudi.command."
  private val rows = RowLevelCommands.of(HudiTables.target)
  private val Save = new PathWrite("org.apache.hudi.DefaultSource")

  val rule: Rule = {
    case c if is(c, "InsertIntoHoodieTableCommand") => inserted(new Accessors(c))
    case c if is(c, "CreateHoodieTableAsSelectCommand") => created(new Accessors(c))
    case c if is(c, "CreateHoodieTableCommand") =>
      val command = new Accessors(c)
      NodeLineage.leaf { context =>
        val table = command.value[CatalogTable]("table")
        val suffix = new Tables(context.session).suffix(table.identifier)
        CreateTable.created(context, table, command.value[Boolean]("ignoreIfExists"))(_ => Some(suffix))
      }
    case c if is(c, "MergeIntoHoodieTableCommand") => rows(plan(c, "mergeInto"))
    case c if is(c, "UpdateHoodieTableCommand") => rows(plan(c, "ut"))
    case c if is(c, "DeleteHoodieTableCommand") => HudiDeletes.reading(plan(c, "query"))
    case Save(save, path) =>
      val deletes = save.options.exists { case (key, value) =>
        key == "hoodie.datasource.write.operation" && value.startsWith("delete")
      }
      WriteRule.of(save.query, _ => if (deletes) Nil else save.query.output.map(_.name)) { context =>
        val at = InsertIntoFiles.directory(
          Tables.uri(path),
          save.query,
          save.query.output.map(_.name),
          if (deletes) None else WriteRule.saving(save.mode)
        )
        Some(at)
      }
  }

  private def is(plan: LogicalPlan, name: String): Boolean = plan.getClass.getName == commands + name
  private def plan(command: AnyRef, name: String): LogicalPlan =
    new Accessors(command).value[LogicalPlan](name)

  /** Columns go by name where the query has every one of the table's, else by position. */
  private def inserted(command: Accessors): NodeLineage = {
    val relation = command.value[LogicalRelation]("logicalRelation")
    val query = command.value[LogicalPlan]("query")
    val static = command.value[Map[String, Option[String]]]("partitionSpec")
      .collect { case (name, Some(_)) => name }.toVector
    val expected =
      HudiTables.data(relation.output).map(_.name).filterNot(n => static.exists(_.equalsIgnoreCase(n)))
    def named(column: String): Option[String] = expected.find(_.equalsIgnoreCase(column))
    val own = query.output.map(_.name)
    val byName = expected.forall(e => own.exists(_.equalsIgnoreCase(e)))
    val names = if (byName) own.map(o => named(o).getOrElse(o)) else expected
    WriteRule.of(query, _ => names) { context =>
      val lifecycle = if (command.value[Boolean]("overwrite")) Some(Lifecycle.Overwrite) else None
      HudiTables.dataset(relation, context.session).map { d =>
        Target(d.copy(lifecycle = lifecycle), WriteRule.suffix(d), unfilled = static)
      }
    }
  }

  private def created(command: Accessors): NodeLineage = {
    val query = command.value[LogicalPlan]("query")
    WriteRule.of(query, _ => query.output.map(_.name)) { context =>
      val table = command.value[CatalogTable]("table")
      val tables = new Tables(context.session)
      val dataset = tables.dataset(table, StructType(query.schema.fields))
        .copy(lifecycle = WriteRule.creation(command.value[SaveMode]("mode")))
      Some(Target(dataset, Some(tables.suffix(table.identifier))))
    }
  }
}
