package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTypes.TablePartitionSpec
import org.apache.spark.sql.catalyst.catalog.{CatalogStorageFormat, CatalogTable}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.execution.command._
import org.apache.spark.sql.types.StructField

import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.plan.writes.{CreateTable, TableCommands}
import io.headwater.util.Accessors

/** Commands on a whole Hudi table. Hudi replaces the commands of Spark by its own, which hold the same: they are read as those
  * of Spark. `CALL` stays a node that is not known.
  */
object HudiTableCommands {
  private val ofSpark = TableCommands.rule.orElse(CreateTable.rule)

  val rule: Rule = {
    case SparkCommand(command) if ofSpark.isDefinedAt(command) => ofSpark(command)
    case c @ HudiCommand("AlterHoodieTableChangeColumnCommand") =>
      NodeLineage.leaf(changeColumn(_, new Accessors(c)))
    case c @ HudiCommand("AlterTableCommand") =>
      val command = new Accessors(c) // with Hudi's own evolution of schemas
      val name = command.value[CatalogTable]("table").identifier
      NodeLineage.leaf(TableCommands.evolve(_, name, command.value[Seq[TableChange]]("changes")))
  }

  /** Spark's command has another constructor from 4.3 on. */
  private def changeColumn(context: RuleContext, command: Accessors): Scope = TableCommands.changeColumn(
    context,
    command.value[TableIdentifier]("tableIdentifier"),
    command.value[String]("columnName"),
    command.value[StructField]("newColumn")
  )

  /** Extracts the command of Spark that does the same. */
  private object SparkCommand {
    def unapply(plan: LogicalPlan): Option[LogicalPlan] = {
      val command = new Accessors(plan)
      def name = command.value[TableIdentifier]("tableIdentifier")
      HudiCommand.unapply(plan).collect {
        case "TruncateHoodieTableCommand" =>
          TruncateTableCommand(name, command.value[Option[TablePartitionSpec]]("partitionSpec"))
        case "AlterHoodieTableAddColumnsCommand" =>
          val columns = command.value[Seq[StructField]]("colsToAdd")
          AlterTableAddColumnsCommand(command.value[TableIdentifier]("tableId"), columns)
        case "AlterHoodieTableAddPartitionCommand" =>
          AlterTableAddPartitionCommand(name, Nil, ifNotExists = false)
        case "AlterHoodieTableDropPartitionCommand" =>
          AlterTableDropPartitionCommand(name, Nil, ifExists = false, purge = false, retainData = false)
        case "RepairHoodieTableCommand" =>
          AlterTableAddPartitionCommand(command.value[TableIdentifier]("tableName"), Nil, ifNotExists = false)
        case "AlterHoodieTableRenameCommand" =>
          def table(name: String) = command.value[TableIdentifier](name)
          AlterTableRenameCommand(table("oldName"), table("newName"), command.value[Boolean]("isView"))
        case "DropHoodieTableCommand" =>
          DropTableCommand(name, command.value[Boolean]("ifExists"), isView = false, purge = false)
        case "CreateHoodieTableLikeCommand" => createLike(command)
      }
    }

    private def createLike(command: Accessors): LogicalPlan = CreateTableLikeCommand(
      command.value[TableIdentifier]("targetTable"),
      command.value[TableIdentifier]("sourceTable"),
      command.value[CatalogStorageFormat]("fileFormat"),
      provider = None,
      properties = Map.empty,
      ifNotExists = command.value[Boolean]("ignoreIfExists")
    )
  }
}
