package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path

import io.headwater.plan.naming.{JobNameSuffix, Tables}
import io.headwater.plan.tables.{DeltaClasses, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}
import io.headwater.plan.writes.{StreamWrite, WriteLineage, WriteToStream}
import io.headwater.util.Accessors

/** Streams into Delta tables, in the plan of the whole query or of one batch. */
object DeltaStreams {
  private val Write = new StreamWrite(DeltaClasses.isA(_, "sources.DeltaSink"))

  val rule: Rule = { case Write(sink, write, query) =>
    WriteLineage.toTable(query) { (context, time) =>
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
      table.map(t => new Tables(context.session).suffix(t.identifier)).orElse(JobNameSuffix.ofLocation(
        dataset
      )),
      committed = DeltaTables.committed(sink, dataset, context.session, _)
    )
  }
}
