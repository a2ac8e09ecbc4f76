package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.naming.Tables
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.{WriteRule, WriteToStream}
import io.headwater.util.{Accessors, ClassNames}

/** Streams into Delta tables, in the plan of the whole query or of one batch. */
object DeltaStreams {
  val rule: Rule = {
    case p if isWrite(p, "WriteToMicroBatchDataSourceV1") => lineage(new Accessors(p), "query")
    case p if isWrite(p, "WriteToStream") => lineage(new Accessors(p), "inputQuery")
  }

  private def isWrite(plan: LogicalPlan, node: String): Boolean =
    ClassNames.simple(plan) == node &&
      DeltaClasses.isA(new Accessors(plan).value[AnyRef]("sink"), "sources.DeltaSink")

  private def lineage(write: Accessors, queryAccessor: String): NodeLineage = {
    val query = write.value[LogicalPlan](queryAccessor)
    val sink = write.value[AnyRef]("sink")
    WriteRule.toTable(query) { (context, time) =>
      val target = this.target(context, write, sink)
      val newest = DeltaTables.cached(sink, target.dataset)
      DeltaColumns.of(target, newest, time, query.output, replaced = false)
    }
  }

  private def target(context: RuleContext, write: Accessors, sink: AnyRef): Target = {
    val table = WriteToStream.catalogTable(write)
    val path = new Path(new Accessors(sink).field[AnyRef]("path").toString)
    val dataset = DeltaTables.of(table, path, context.session)
    Target(
      dataset,
      table.map(t => new Tables(context.session).suffix(t.identifier)).orElse(WriteRule.suffix(dataset)),
      committed = DeltaTables.committed(sink, dataset, context.session, _)
    )
  }
}
