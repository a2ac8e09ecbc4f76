package io.headwater.plan.writes

import java.net.URI
import java.util.Locale.ROOT

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.command.LoadDataCommand

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Globs, Locations, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target, Write}

/** `LOAD DATA [LOCAL] INPATH '/in' [OVERWRITE] INTO TABLE t [PARTITION (day = 'x')]`. The files become files of the table
  * unchanged, so each column comes from the column of the same name. The statement gives the values of the partition
  * columns; the files do not have them.
  */
object LoadData {
  val rule: Rule = { case c: LoadDataCommand =>
    NodeLineage.leaf { context =>
      val tables = new Tables(context.session)
      if (ExistingTables.find(context, c.table).isEmpty) context.gap("sink", UnseenTables.unknownLocation)
      val table = tables.named(c.table)
      val values = c.partition.fold(Set.empty[String])(_.keySet.map(_.toLowerCase(ROOT)))
      val (partition, read) = table.schema.partition(f => values(f.name.toLowerCase(ROOT)))
      val path = Globs.folder(new Path(c.path))
      val location = if (c.isLocal) local(path) else context.session.qualified(path.toUri)
      val source = Dataset(Locations.of(location), read)
      context.findings.source(source)
      val columns = read.map(f => f.name -> context.graph.source(source.id, f.name)) ++
        partition.map(_.name -> context.graph.nothing)
      val lifecycle = if (c.isOverwrite) Some(Lifecycle.Overwrite) else None
      val target = Target(table.copy(lifecycle = lifecycle), Some(tables.suffix(c.table)))
      context.findings.write(Write(target, columns, context.graph.nothing))
      WriteRule.noOutput(context)
    }
  }

  /** Spark takes a relative path from the working directory. */
  private def local(path: Path): URI =
    if (path.isAbsolute) path.toUri else new Path(System.getProperty("user.dir"), path).toUri
}
