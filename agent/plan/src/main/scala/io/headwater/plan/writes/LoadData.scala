package io.headwater.plan.writes

import java.net.URI
import java.util.Locale.ROOT

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.command.LoadDataCommand

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Globs, Locations, Tables}
import io.headwater.plan.session.DefaultFileSystem
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target, Write}

/** `LOAD DATA [LOCAL] INPATH '/in' [OVERWRITE] INTO TABLE t [PARTITION (day = 'x')]`. The files become files of the table
  * unchanged, so each column comes from the column of the same name. The statement gives the values of the partition
  * columns; the files do not have them. A table that neither a plan nor the catalog shows is no output.
  */
object LoadData {
  val rule: Rule = { case c: LoadDataCommand =>
    NodeLineage.leaf { context =>
      val known = ExistingTables.find(context, c.table).isDefined
      val table = new Tables(context.session).named(c.table)
      val values = c.partition.fold(Set.empty[String])(_.keySet.map(_.toLowerCase(ROOT)))
      val (partition, read) = table.schema.partition(f => values(f.name.toLowerCase(ROOT)))
      val source = Dataset(Locations.of(location(context, c)), read)
      context.findings.source(source)
      if (known) {
        val columns = read.map(f => f.name -> context.graph.source(source.id, f.name)) ++
          partition.map(_.name -> context.graph.nothing)
        context.findings.write(Write(target(context, c, table), columns, context.graph.nothing))
      } else context.gap("sink", UnseenTables.unknownTable)
      WriteLineage.noOutput(context)
    }
  }

  /** Spark takes a relative path from the folder of the system's user, unless the files are local. */
  private def location(context: RuleContext, c: LoadDataCommand): URI = {
    val at = Globs.folder(new Path(c.path)).toUri
    if (c.isLocal) DefaultFileSystem.local.qualified(at)
    else context.session.defaultFileSystem.fold(at)(_.qualified(at, ofUser))
  }

  private def ofUser: Option[String] = Option(System.getProperty("user.name")).map(name => s"/user/$name")

  private def target(context: RuleContext, c: LoadDataCommand, table: Dataset): Target = {
    val lifecycle = if (c.isOverwrite) Some(Lifecycle.Overwrite) else None
    Target(table.copy(lifecycle = lifecycle), Some(new Tables(context.session).suffix(c.table)))
  }
}
