package io.headwater.plan.writes

import org.apache.spark.sql.SaveMode

import io.headwater.plan.naming.Tables
import io.headwater.plan.relations.ThirdPartyFileRelations
import io.headwater.plan.walk.NodeLineage.Rule

/** Writes of files by a library's own code and not by a `FileFormat` of Spark: those of spark-xml and spark-excel. */
object ThirdPartyFileWrites {
  val rule: Rule = {
    case Save(save, path) =>
      val names = save.query.output.map(_.name)
      val isConditional = save.mode == SaveMode.Ignore
      WriteLineage.toDataset(save.query, _ => names) { context =>
        val location = context.session.qualified(Tables.path(path))
        val lifecycle = SaveModeLifecycle.ofFiles(save.mode)
        Some(InsertIntoFiles.toDirectory(location, save.query, names, lifecycle)
          .copy(isConditional = isConditional, isWrittenByJob = isConditional))
      }
  }

  /** Both libraries have several classes of sources. */
  private object Save extends PathWrite {
    protected def isSource(source: AnyRef): Boolean =
      source.getClass.getName.startsWith("com.databricks.spark.xml.") || ThirdPartyFileRelations.isOfExcel(
        source
      )
  }
}
