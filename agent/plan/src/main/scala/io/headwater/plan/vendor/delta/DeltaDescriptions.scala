package io.headwater.plan.vendor.delta

import org.apache.spark.sql.catalyst.analysis.ResolvedTable
import org.apache.spark.sql.catalyst.plans.logical.{CommandResult, LogicalPlan}
import org.apache.spark.sql.types.StructType

import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.Accessors

/** The rows of `DESCRIBE HISTORY` and `DESCRIBE DETAIL`, if a query uses them. The table is a source. It does not have their
  * columns, which tell of its commits and files.
  */
object DeltaDescriptions {
  val rule: Rule = { case CommandResult(output, Described(table), _, _) =>
    NodeLineage.leaf { context =>
      source(context, table)
      context.generated(output)
    }
  }

  private def source(context: RuleContext, table: AnyRef): Unit = {
    val schema = Schemas.fields(new Accessors(table).value[StructType]("schema"))
    context.findings.source(DeltaTables.ofTable(table, context.session).copy(schema = schema))
  }

  /** Extracts the `DeltaTableV2` that a command describes. `DESCRIBE DETAIL` may be one of files without a table. */
  private object Described {
    def unapply(command: LogicalPlan): Option[AnyRef] = command match {
      case DeltaClasses.Command("DescribeDeltaHistoryCommand") =>
        new Accessors(command).ifPresent[AnyRef]("table").filter(isTable)
      case DeltaClasses.Command("DescribeDeltaDetailCommand") =>
        command.children.collectFirst { case r: ResolvedTable => r.table }.filter(isTable)
      case _ => None
    }

    private def isTable(table: AnyRef): Boolean = DeltaClasses.isA(table, "catalog.DeltaTableV2")
  }
}
