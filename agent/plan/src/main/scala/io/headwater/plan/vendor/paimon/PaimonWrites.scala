package io.headwater.plan.vendor.paimon

import java.util.{List => JavaList}

import org.apache.spark.sql.SaveMode

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{JobNameSuffix, Locations, Tables}
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.Target
import io.headwater.plan.writes.{PathWrite, StreamWrite, WriteLineage}
import io.headwater.util.{Accessors, ClassNames}

/** Writes to Paimon tables by their path, and streams into them. The table must be there already. */
object PaimonWrites {
  private object Save extends PathWrite {
    protected def isSource(source: AnyRef): Boolean =
      ClassNames.isA(source, "org.apache.paimon.spark.SparkSource")
  }
  private val Stream = new StreamWrite(ClassNames.isA(_, "org.apache.paimon.spark.sources.PaimonSink"))

  val rule: Rule = {
    case Save(save, path) =>
      WriteLineage.toDataset(save.query, _ => save.query.output.map(_.name)) { _ =>
        val lifecycle = if (save.mode == SaveMode.Overwrite) Some(Lifecycle.Overwrite) else None
        // Paimon takes a path without a scheme for a local one, whatever Hadoop's default file system is
        Some(target(Dataset(Locations.of(Tables.path(path)), lifecycle = lifecycle)))
      }
    case Stream(sink, _, query) => // by position
      val table = new Accessors(sink).field[AnyRef]("originTable")
      WriteLineage.toDataset(query, _ => columns(table)) { _ =>
        Some(target(PaimonTables.ofTable(table).copy(version = None)))
      }
  }

  private def columns(table: AnyRef): Seq[String] = {
    val rowType = new Accessors(table).value[AnyRef]("rowType")
    new Accessors(rowType).value[JavaList[String]]("getFieldNames").toArray(Array.empty[String]).toSeq
  }

  private def target(dataset: Dataset): Target = Target(dataset, JobNameSuffix.ofLocation(dataset))
}
