package io.headwater.plan.vendor.paimon

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.session.{CurrentNamespace, SessionContext}
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.plan.writes.{UnseenTables, WriteRule}
import io.headwater.util.{Accessors, ClassNames}

/** `CALL` of a procedure of Paimon. It runs no query. One that makes another snapshot or branch the current one has the table
  * as its output, as `CALL` of Iceberg; one that gives a table the files of another one has a gap. All others change no rows.
  */
object PaimonProcedures {
  private val call = "org.apache.paimon.spark.catalyst.plans.logical.PaimonCallCommand"

  private val ofFiles =
    Set("CopyFilesProcedure", "MigrateDatabaseProcedure", "MigrateFileProcedure", "MigrateTableProcedure")

  /** The procedures that choose the rows of a table, their first argument. A branch may only add some. */
  private val ofSnapshots = Map[String, Option[Lifecycle]](
    "RollbackProcedure" -> Some(Lifecycle.Overwrite),
    "RollbackToTimestampProcedure" -> Some(Lifecycle.Overwrite),
    "RollbackToWatermarkProcedure" -> Some(Lifecycle.Overwrite),
    "FastForwardProcedure" -> None,
    "MergeBranchProcedure" -> None
  )

  val rule: Rule = {
    case c if c.getClass.getName == call => NodeLineage.leaf(lineage(_, new Accessors(c)))
  }

  private def lineage(context: RuleContext, call: Accessors): Scope = {
    val procedure = call.value[AnyRef]("procedure")
    val name = ClassNames.simple(procedure)
    ofSnapshots.get(name) match {
      case Some(lifecycle) =>
        table(procedure, call.value[Seq[Expression]]("args"), context.session) match {
          case Some((in, table)) =>
            val dataset = context.session.tables.dataset(in, table)
              .orElse(PaimonTables.named(in, table, context.session))
            UnseenTables.write(context, table, dataset, lifecycle)
          case None =>
            context.gap("sink", UnseenTables.unknownTable)
            WriteRule.noOutput(context)
        }
      case None =>
        if (ofFiles(name)) context.gap("sink", s"$name gives a table files that no query writes")
        WriteRule.noOutput(context)
    }
  }

  /** Paimon completes the name of a table in the catalog of the procedure. */
  private def table(
      procedure: AnyRef,
      arguments: Seq[Expression],
      session: SessionContext
  ): Option[(String, Identifier)] = {
    val in = new Accessors(procedure).field[CatalogPlugin]("tableCatalog").name
    val current = session.current()
    val within = if (current.catalog == in) current else CurrentNamespace(catalog = in)
    UnseenTables.nameInCall(arguments).map(within.complete(_, _ == in))
  }
}
