package io.headwater.plan.vendor.hudi

import java.util.Locale

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{Schemas, Tables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Target}
import io.headwater.plan.writes.{InsertIntoFiles, PathWrite, SaveModeLifecycle, StreamWrite, WriteLineage}
import io.headwater.util.{Accessors, ClassNames}

/** Writes to a Hudi table by its path: `df.write.format("hudi").save(path)`, and streams. */
object HudiSaves {
  private object Save extends PathWrite {
    protected def isSource(source: AnyRef): Boolean = ClassNames.isA(source, "org.apache.hudi.DefaultSource")
  }
  private val Stream = new StreamWrite(ClassNames.isA(_, "org.apache.hudi.HoodieStreamingSink"))

  val rule: Rule = {
    case Save(save, path) => this.save(save, path)
    case Stream(HudiSink(path), _, query) =>
      WriteLineage.toDataset(query, _ => names(query))(context =>
        Some(target(context, query, path, Map.empty))
      )
  }

  private def save(save: SaveIntoDataSourceCommand, path: String): NodeLineage = {
    val operation =
      save.options.collectFirst { case (key, value) if key.equalsIgnoreCase(Operation) => value }
        .fold("")(_.toLowerCase(Locale.ROOT))
    val deletes = operation.startsWith("delete")
    val lifecycle =
      if (deletes) None
      else if (operation.startsWith("insert_overwrite")) Some(Lifecycle.Overwrite)
      else SaveModeLifecycle.ofConnector(save.mode)
    val query = HudiTables.written(save.query)
    WriteLineage.toDataset(query, _ => if (deletes) Nil else names(query)) { context =>
      val byPath = target(context, query, path, save.options)
      val suffix = tableOption(save.options).orElse(byPath.suffix)
      Some(byPath.copy(byPath.dataset.copy(lifecycle = lifecycle), suffix))
    }
  }

  private def target(
      context: RuleContext,
      query: LogicalPlan,
      path: String,
      options: Map[String, String]
  ): Target = {
    val at = context.session.qualified(Tables.path(path))
    val target = InsertIntoFiles.toDirectory(at, query, names(query), None)
    target.copy(target.dataset.copy(schema = Schemas.fields(HudiTables.schema(query.schema, options))))
  }

  private def names(query: LogicalPlan): Seq[String] = query.output.map(_.name)

  /** The suffix of the job name. The published agent takes the first option with `table` in its name, in the order of the
    * options. Here it is the first of those that name a table: others have a number or a type.
    */
  private def tableOption(options: Map[String, String]): Option[String] =
    options.collectFirst { case (key, value) if tableOptions(key.toLowerCase(Locale.ROOT)) => value }
      .map(_.replace('.', '_'))

  private val tableOptions =
    Set("hoodie.table.name", "hoodie.datasource.write.table.name", "hoodie.datasource.hive_sync.table")

  private val Operation = "hoodie.datasource.write.operation"

  /** Extracts the path of a stream's sink. */
  private object HudiSink {
    def unapply(sink: AnyRef): Option[String] = new Accessors(sink).field[Any]("tablePath") match {
      case path: Option[_] => path.map(_.toString)
      case path => Option(path).map(_.toString)
    }
  }
}
