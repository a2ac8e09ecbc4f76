package io.headwater.plan.writes

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.model.Dataset
import io.headwater.plan.naming.{Locations, Schemas, Tables}
import io.headwater.plan.relations.TablesV2
import io.headwater.plan.vendor.Accessors
import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.Site

/** What a stream's batch is written to. Sinks that keep nothing (console, memory, a user's `foreach`) are no dataset,
  * and what `foreachBatch` writes is told by the queries inside it. Read by accessor name: the classes move between
  * Spark lines.
  */
object WriteToStream {

  /** Sinks that are no dataset, by the class of sink or table. */
  private val silent = Set(
    "ConsoleTable$",
    "ForeachBatchSink",
    "ForeachWriterTable",
    "MemorySink",
    "NoopTable$"
  )

  val rule: Rule = {
    case p if name(p) == "WriteToMicroBatchDataSourceV1" =>
      val write = new Accessors(p)
      written(write, write.value[AnyRef]("sink"))(site => file(site, write, query(write)))
    case p if name(p) == "WriteToMicroBatchDataSource" =>
      val write = new Accessors(p)
      written(write, write.value[AnyRef]("table"))(site => table(site, write, query(write)))
  }

  /** The plan whose rows a stream's batch hands to its sink as a frame: only sinks of the V1 interface get one. */
  def batch(plan: LogicalPlan): Option[LogicalPlan] =
    if (name(plan) == "WriteToMicroBatchDataSourceV1") Some(query(new Accessors(plan))) else None

  private def name(plan: LogicalPlan): String = plan.getClass.getSimpleName
  private def query(write: Accessors): LogicalPlan = write.value[LogicalPlan]("query")

  private def written(write: Accessors, sink: AnyRef)(dataset: Site => Option[Dataset]): Reading = {
    val frame = query(write)
    Writing.of(frame, _ => frame.output.map(_.name)) { site =>
      val found = if (silent(sink.getClass.getSimpleName)) None else dataset(site)
      if (found.isEmpty && !silent(sink.getClass.getSimpleName))
        site.gap("sink", s"no name for streams into ${sink.getClass.getName}")
      found.map(d => Target(d, Writing.suffix(d)))
    }
  }

  private def file(site: Site, write: Accessors, frame: LogicalPlan): Option[Dataset] =
    write.value[Option[CatalogTable]]("catalogTable") match {
      case Some(table) => Some(new Tables(site.surroundings).dataset(table))
      case None =>
        val sink = write.value[AnyRef]("sink")
        if (sink.getClass.getSimpleName == "FileStreamSink")
          Some(Dataset(Locations.of(folder(new Accessors(sink)).toUri), Schemas.fields(frame.output)))
        else None
    }

  /** The sink's folder, in full: a path without a scheme is one of the default file system's. */
  private def folder(sink: Accessors): Path = {
    val default = FileSystem.getDefaultUri(sink.field[Configuration]("hadoopConf"))
    sink.field[Path]("basePath").makeQualified(default, new Path(System.getProperty("user.dir", "/")))
  }

  private def table(site: Site, write: Accessors, frame: LogicalPlan): Option[Dataset] =
    write.value[Option[DataSourceV2Relation]]("relation").flatMap(TablesV2.dataset(_, site.surroundings))
      .orElse(TablesV2.named(write.value[Table]("table"), Schemas.fields(frame.output)))
}
