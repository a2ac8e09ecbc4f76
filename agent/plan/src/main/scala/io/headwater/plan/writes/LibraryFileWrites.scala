package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.execution.datasources.InsertIntoDataSourceCommand

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{JobNameSuffix, Tables}
import io.headwater.plan.relations.LibraryFiles
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.Target

/** Writes of files by a library's own code and not by a `FileFormat` of Spark: those of spark-xml and spark-excel. */
object LibraryFileWrites {
  val rule: Rule = {
    case FileSave(save, path) =>
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

  /** Both libraries have a class `DefaultSource` for each of their versions of the interface. */
  private val FileSave = new PathWrite(source =>
    packages.exists(source.getClass.getName.startsWith)
  )

  private val packages = Vector("com.databricks.spark.xml.", "com.crealytics.spark.excel.")
}
