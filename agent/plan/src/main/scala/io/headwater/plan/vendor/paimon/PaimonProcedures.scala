package io.headwater.plan.vendor.paimon

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.catalog.CatalogPlugin

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.plan.writes.Procedures
import io.headwater.util.{Accessors, NamedIn}

/** `CALL` of a procedure of Paimon. One that makes another snapshot or branch the current one has the table as its output, as
  * `CALL` of Iceberg; so have those that delete rows, and the compaction, whose query only reads the table.
  */
object PaimonProcedures {
  private object PaimonNode extends NamedIn("org.apache.paimon.spark.catalyst.plans.logical.")

  /** A branch may only add rows, and only some partitions expire. */
  private val procedures = new Procedures(
    Map(
      "RollbackProcedure" -> Some(Lifecycle.Overwrite),
      "RollbackToTimestampProcedure" -> Some(Lifecycle.Overwrite),
      "RollbackToWatermarkProcedure" -> Some(Lifecycle.Overwrite),
      "PurgeFilesProcedure" -> Some(Lifecycle.Truncate),
      "FastForwardProcedure" -> None,
      "MergeBranchProcedure" -> None,
      "ExpirePartitionsProcedure" -> None,
      "CompactProcedure" -> None
    ),
    Set("CopyFilesProcedure", "MigrateDatabaseProcedure", "MigrateFileProcedure", "MigrateTableProcedure")
  )

  /** Whether the statement with this physical node names its table as the user has written it. */
  def hasNameAsWritten(node: String): Boolean = node == "PaimonCall"

  val rule: Rule = {
    case c @ PaimonNode("PaimonCallCommand") => NodeLineage.leaf(lineage(_, new Accessors(c)))
  }

  /** Paimon completes the name of a table in the catalog of the procedure. */
  private def lineage(context: RuleContext, call: Accessors): Scope = {
    val procedure = call.value[AnyRef]("procedure")
    val session = context.session
    procedures.lineage(context, procedure, call.value[Seq[Expression]]("args")) { name =>
      val catalog = new Accessors(procedure).field[CatalogPlugin]("tableCatalog").name
      val (in, table) = session.currentIn(catalog).complete(name, _ == catalog)
      table -> session.tables.dataset(in, table).orElse(PaimonTables.named(in, table, session))
    }
  }
}
