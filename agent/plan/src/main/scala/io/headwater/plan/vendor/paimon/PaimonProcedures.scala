package io.headwater.plan.vendor.paimon

import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.Identifiers
import io.headwater.plan.session.{CurrentNamespace, SessionContext}
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.{UnseenTables, WriteRule}
import io.headwater.util.{Accessors, Attempts, ClassNames}

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
        val found = table(procedure, call.value[Seq[Expression]]("args"), context.session)
        val target = found.flatMap { case (in, identifier) =>
          context.session.tables.dataset(in, identifier)
            .orElse(PaimonTables.named(in, identifier, context.session))
            .map(d => d.copy(version = None, lifecycle = lifecycle))
            .map(Target(_, Some(Identifiers.suffix(identifier))))
        }
        if (target.isEmpty) context.gap("sink", UnseenTables.unknownTable)
        WriteRule.tableCommand(context, target)
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
    for {
      text <- arguments.headOption.collect { case Literal(value, _) if value != null => value.toString }
      parts <- Attempts.caught(CatalystSqlParser.parseMultipartIdentifier(text)).toOption
    } yield within.complete(parts, _ == in)
  }
}
