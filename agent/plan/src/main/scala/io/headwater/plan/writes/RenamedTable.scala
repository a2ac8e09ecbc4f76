package io.headwater.plan.writes

import io.headwater.model.{Dataset, DatasetId, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.{RuleContext, Target}

/** `ALTER TABLE … RENAME TO`. A dataset that has the name of its table, or whose folder moves, is another one after the
  * rename. Its columns come from the one before.
  */
private[writes] object RenamedTable {

  /** @param nameBefore
    *   the name of the table in its catalog before the rename
    * @param after
    *   the table with its new name
    */
  def write(context: RuleContext, before: Dataset, nameBefore: DatasetId, after: Target): Scope = {
    val moved = after.dataset.id != before.id
    if (moved) context.findings.source(before)
    val columns =
      if (moved) before.schema.map(f => f.name -> context.graph.source(before.id, f.name)) else Vector.empty
    val lifecycle = Lifecycle.Rename(if (moved) before.id else nameBefore)
    val dataset = after.dataset.copy(lifecycle = Some(lifecycle), version = None)
    WriteLineage.tableCommand(
      context,
      Some(after.copy(dataset = dataset, ifFailed = if (moved) None else Some(before))),
      columns
    )
  }
}
