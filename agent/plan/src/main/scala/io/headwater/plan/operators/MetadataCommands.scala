package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}

import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.ClassNames

/** Commands that neither read nor write data: `SHOW`, `DESCRIBE`, `EXPLAIN`, `SET`, `USE`, `ADD JAR`, and the commands for
  * functions and namespaces. A command is matched by its class name: by a prefix and a subject, as libraries have such
  * commands, too, or by the whole name.
  */
object MetadataCommands {
  private val prefixes = Vector(
    "Add",
    "Analyze",
    "Clear",
    "Describe",
    "Explain",
    "Invalidate",
    "List",
    "Refresh",
    "Reset",
    "Set",
    "Show",
    "Uncache"
  )

  /** A prefix alone is not sufficient: `AddJarsCommand` is a metadata command, `AddColumns` is not. */
  private val subjects = Vector(
    "Archive",
    "Cache",
    "Catalog",
    "Column",
    "Command",
    "Configuration",
    "Create",
    "Current",
    "Database",
    "Describe",
    "File",
    "Function",
    "Jar",
    "Namespace",
    "Partitions",
    "Query",
    "Schema",
    "Table",
    "Tables",
    "Views"
  )

  private val wholeNames = Set(
    "AlterDatabasePropertiesCommand",
    "AlterDatabaseSetLocationCommand",
    "AlterNamespaceSetProperties",
    "AlterViewSchemaBinding",
    "AlterViewSchemaBindingCommand",
    "CommentOnNamespace",
    "CreateFunctionCommand",
    "CreateIndex",
    "CreateNamespace",
    "CreateSQLFunctionCommand",
    "CreateTempViewUsing",
    "CreateUserDefinedFunctionCommand",
    "DropFunctionCommand",
    "DropIndex",
    "DropTempViewCommand",
    "NoopCommand",
    "RefreshResource",
    "StreamingExplainCommand",
    "UnsetNamespacePropertiesCommand"
  )

  /** Commands that match a prefix and a subject but change a table. */
  private val tableChanges = Set(
    "AddColumns",
    "AddPartitions",
    "SetTableLocation",
    "SetTableProperties",
    "SetTableCollation"
  )

  val rule: Rule = {
    case c: Command if touchesNoData(c) => NodeLineage.leaf(_.generated(c.output))
  }

  /** Paimon has commands of its own for some of Spark's: `PaimonAnalyzeTableColumnCommand`. */
  private def touchesNoData(plan: LogicalPlan): Boolean = {
    val name = ClassNames.simple(plan).stripPrefix("Paimon")
    wholeNames(
      name
    ) || (!tableChanges(name) && prefixes.exists(name.startsWith) && subjects.exists(name.contains))
  }
}
