package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.execution.datasources.{InsertIntoDataSourceCommand, SaveIntoDataSourceCommand}

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{ConnectorOptions, JobNameSuffix, Tables}
import io.headwater.plan.relations.LibraryFiles
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.Target

/** Writes of files by a library's own code and not by a `FileFormat` of Spark: those of spark-xml and spark-excel. */
object LibraryFileWrites {
  val rule: Rule = {
    case save @ FileSave(path) =>
      val names = save.query.output.map(_.name)
      val isConditional = save.mode == SaveMode.Ignore
      WriteLineage.toDataset(save.query, _ => names) { context =>
        val location = context.session.qualified(Tables.path(path))
        val lifecycle = SaveModeLifecycle.ofFiles(save.mode)
        Some(InsertIntoFiles.toDirectory(location, save.query, names, lifecycle)
          .copy(isConditional = isConditional, isWrittenByJob = isConditional))
      }

    case InsertIntoDataSourceCommand(relation @ LibraryFiles(_, Vector(path)), query, overwrite) =>
      WriteLineage.toDataset(query, _ => relation.output.map(_.name)) { context =>
        val lifecycle = if (overwrite) Some(Lifecycle.Overwrite) else None
        val dataset = LibraryFiles.dataset(context.session, relation, path).copy(lifecycle = lifecycle)
        Some(Target(dataset, JobNameSuffix.ofLocation(dataset)))
      }
  }

  /** Extracts the path of a write by one of the libraries. */
  private object FileSave {
    def unapply(save: SaveIntoDataSourceCommand): Option[String] = {
      val source = save.dataSource.getClass.getName
      if (packages.exists(source.startsWith)) ConnectorOptions(save.options)("path") else None
    }

    private def packages = Vector("com.databricks.spark.xml.", "com.crealytics.spark.excel.")
  }
}
