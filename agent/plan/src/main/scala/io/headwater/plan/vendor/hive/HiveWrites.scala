package io.headwater.plan.vendor.hive

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.{CatalogStorageFormat, CatalogTable}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{JobNameSuffix, Schemas, Tables}
import io.headwater.plan.session.{DefaultFileSystem, SeenTable}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}
import io.headwater.plan.writes.{CreateTable, InsertIntoFiles, SaveModeLifecycle, WriteLineage}
import io.headwater.util.{Accessors, NamedIn}

/** Writes of `spark-hive`, which is optional at run time: `INSERT INTO` and `CREATE TABLE … AS` for tables
  * of a Hive format, and `INSERT OVERWRITE DIRECTORY … STORED AS`. Its nodes are read by accessor name. The
  * end-to-end tests run them with the real classes.
  */
object HiveWrites {
  private object HiveCommand extends NamedIn("org.apache.spark.sql.hive.execution.")

  val rule: Rule = {
    case c @ HiveCommand("InsertIntoHiveTable") =>
      val command = new Accessors(c)
      WriteLineage.toDataset(query(command), _ => names(command)) { context =>
        val table = command.value[CatalogTable]("table")
        val lifecycle = if (command.value[Boolean]("overwrite")) Some(Lifecycle.Overwrite) else None
        val dataset = new Tables(context.session).dataset(table).copy(lifecycle = lifecycle)
        // Spark calls Hive after it has written the files, so their number does not show it
        if (command.value[Boolean]("ifPartitionNotExists"))
          context.gap("sink", "whether the partition existed, so that it was left as it is, is not known")
        Some(Target(dataset, JobNameSuffix.ofLocation(dataset), omittedColumns = staticPartition(command)))
      }

    case c @ HiveCommand("CreateHiveTableAsSelectCommand" | "OptimizedCreateHiveTableAsSelectCommand") =>
      val command = new Accessors(c)
      WriteLineage.toDataset(query(command), _ => names(command))(context =>
        Some(createdTable(context, command))
      )

    case c @ HiveCommand("InsertIntoHiveDirCommand") =>
      val command = new Accessors(c)
      WriteLineage.toDataset(query(command), _ => names(command)) { context =>
        val lifecycle = if (command.value[Boolean]("overwrite")) Some(Lifecycle.Overwrite) else None
        command.value[CatalogStorageFormat]("storage").locationUri
          .map(if (command.value[Boolean]("isLocal")) DefaultFileSystem.local.qualified(_)
          else context.session.qualified)
          .map(at => InsertIntoFiles.toDirectory(at, query(command), names(command), lifecycle))
      }
  }

  /** The columns of `PARTITION (day = 'x')` to which the statement gives a value, which the query does not have. */
  private def staticPartition(command: Accessors): Vector[String] =
    command.value[Map[String, Option[String]]]("partition").collect { case (name, Some(_)) => name }.toVector

  private def createdTable(context: RuleContext, command: Accessors): Target = {
    val table = command.value[CatalogTable]("tableDesc")
    val schema = Schemas.renamed(query(command).schema, names(command))
    val mode = command.value[SaveMode]("mode")
    val seen = SeenTable.of(table, schema)
    val created = CreateTable.created(context, table.identifier, seen, ifNotExists = mode == SaveMode.Ignore)
    Target(
      created.copy(lifecycle = SaveModeLifecycle.ofTable(mode)),
      Some(new Tables(context.session).suffix(table.identifier))
    ).withMode(mode)
  }

  private def query(command: Accessors): LogicalPlan = command.value[LogicalPlan]("query")
  private def names(command: Accessors): Seq[String] = command.value[Seq[String]]("outputColumnNames")
}
