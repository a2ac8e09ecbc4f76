package io.headwater.plan.vendor.iceberg

import io.headwater.model.Lifecycle
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.Accessors

/** The statements that Iceberg adds to SQL. Partition fields, write order, branches and tags change the
  * metadata of a table, not its rows. The statements hold only the name of the table, as it was written.
  */
object IcebergStatements {

  private val alterCommands = Set(
    "AddPartitionField",
    "CreateOrReplaceBranch",
    "CreateOrReplaceTag",
    "DropBranch",
    "DropIdentifierFields",
    "DropPartitionField",
    "DropTag",
    "ReplacePartitionField",
    "SetIdentifierFields",
    "SetWriteDistributionAndOrdering"
  )

  /** Whether the statement with this physical node names its table as the user has written it.
    *
    * @param node
    *   the name of the physical node
    */
  def hasNameAsWritten(node: String): Boolean = alterCommands(node) || node == "Call"

  val rule: Rule = {
    case c @ IcebergNode(name) if alterCommands(name) =>
      NodeLineage.leaf { context =>
        val written = new Accessors(c).value[Seq[String]]("table")
        IcebergName.inCurrentCatalog(written, context.session).write(context, Some(Lifecycle.Alter))
      }
    case c @ IcebergNode("Call") =>
      NodeLineage.leaf(IcebergProcedures.lineage(_, new Accessors(c)))
  }
}
