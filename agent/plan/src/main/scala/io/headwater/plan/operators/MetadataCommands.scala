package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}

import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** Commands that touch no data: `SHOW`, `DESCRIBE`, `EXPLAIN`, `SET`, `USE`, `ADD JAR`, functions and namespaces. */
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

  /** What they act on, for those whose first word others share (`AddJarsCommand`, but not `AddColumns`). */
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
    "Variable",
    "Variables",
    "Views"
  )

  private val others = Set(
    "AlterDatabasePropertiesCommand",
    "AlterDatabaseSetLocationCommand",
    "AlterNamespaceSetProperties",
    "CommentOnNamespace",
    "CreateDatabaseCommand",
    "CreateFunctionCommand",
    "CreateNamespace",
    "CreateSQLFunctionCommand",
    "CreateTempViewUsing",
    "CreateUserDefinedFunctionCommand",
    "CreateVariable",
    "DropDatabaseCommand",
    "DropFunctionCommand",
    "DropNamespace",
    "DropTempViewCommand",
    "DropVariable",
    "NoopCommand",
    "RefreshResource",
    "SetCatalogAndNamespace",
    "StreamingExplainCommand",
    "UnsetNamespacePropertiesCommand"
  )

  private val changes = Set(
    "AddColumns",
    "AddPartitions",
    "SetTableLocation",
    "SetTableProperties",
    "SetViewProperties",
    "AddConstraint",
    "SetTableCollation"
  )

  val rule: Rule = {
    case c: Command if touchesNoData(c) => NodeLineage.leaf(_.generated(c.output))
  }

  private def touchesNoData(plan: LogicalPlan): Boolean = {
    val name = plan.getClass.getSimpleName
    others(name) || (!changes(name) && prefixes.exists(name.startsWith) && subjects.exists(name.contains))
  }
}
