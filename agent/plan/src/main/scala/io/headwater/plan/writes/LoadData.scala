package io.headwater.plan.writes

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.command.LoadDataCommand

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Locations, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Write}

/** `LOAD DATA [LOCAL] INPATH '/in' [OVERWRITE] INTO TABLE t`. The files become files of the table
  * unchanged, so each column comes from the column of the same name.
  */
object LoadData {
  val rule: Rule = { case c: LoadDataCommand =>
    NodeLineage.leaf { context =>
      val tables = new Tables(context.session)
      val table = tables.named(c.table)
      val source = Dataset(Locations.of(new Path(c.path).toUri), table.schema)
      context.findings.source(source)
      val columns = table.schema.map(f => f.name -> context.graph.source(source.id, f.name))
      val lifecycle = if (c.isOverwrite) Some(Lifecycle.Overwrite) else None
      context.findings.write(
        Write(table.copy(lifecycle = lifecycle), columns, context.graph.nothing, Some(tables.suffix(c.table)))
      )
      WriteRule.noOutput(context)
    }
  }
}
