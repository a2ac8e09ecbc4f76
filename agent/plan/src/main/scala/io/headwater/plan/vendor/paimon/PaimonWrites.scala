package io.headwater.plan.vendor.paimon

import java.util.{List => JavaList}

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.naming.{Locations, Tables}
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target}
import io.headwater.plan.writes.{PathWrite, WriteRule}
import io.headwater.util.{Accessors, ClassNames}

/** Writes to Paimon tables by their path, and streams into them. The table must be there already. */
object PaimonWrites {
  private val Save = new PathWrite(ClassNames.isA(_, "org.apache.paimon.spark.SparkSource"))
  private val sink = "org.apache.paimon.spark.sources.PaimonSink"

  val rule: Rule = {
    case Save(save, path) =>
      WriteRule.toDataset(save.query, _ => save.query.output.map(_.name)) { context =>
        val lifecycle = if (save.mode == SaveMode.Overwrite) Some(Lifecycle.Overwrite) else None
        val at = Locations.of(context.session.qualified(Tables.path(path)))
        Some(target(Dataset(at, lifecycle = lifecycle)))
      }
    case p if isStream(p, "WriteToMicroBatchDataSourceV1") => stream(new Accessors(p), "query")
    case p if isStream(p, "WriteToStream") => stream(new Accessors(p), "inputQuery")
  }

  private def isStream(plan: LogicalPlan, node: String): Boolean =
    ClassNames.simple(plan) == node && new Accessors(plan).value[AnyRef]("sink").getClass.getName == sink

  /** The columns of a batch go to those of the table by position. */
  private def stream(write: Accessors, queryAccessor: String): NodeLineage = {
    val query = write.value[LogicalPlan](queryAccessor)
    val table = new Accessors(write.value[AnyRef]("sink")).field[AnyRef]("originTable")
    WriteRule.toDataset(query, _ => columns(table)) { _ =>
      Some(target(PaimonTables.ofTable(table).copy(version = None)))
    }
  }

  private def columns(table: AnyRef): Seq[String] = {
    val rowType = new Accessors(table).value[AnyRef]("rowType")
    new Accessors(rowType).value[JavaList[String]]("getFieldNames").toArray(Array.empty[String]).toSeq
  }

  private def target(dataset: Dataset): Target = Target(dataset, WriteRule.suffix(dataset))
}
