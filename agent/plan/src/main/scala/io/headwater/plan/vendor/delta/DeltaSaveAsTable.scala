package io.headwater.plan.vendor.delta

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, ReplaceTableAsSelect}

import io.headwater.model.QueryTime
import io.headwater.plan.naming.ResolvedNameOf
import io.headwater.plan.tables.{DeltaSnapshot, DeltaTables}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{RuleContext, Target}
import io.headwater.plan.writes.CreateTableV2
import io.headwater.util.Accessors

/** `df.write.format("delta").mode("overwrite").saveAsTable("t")`. Its plan is that of `CREATE OR REPLACE TABLE t AS`, but Delta
  * leaves a table that exists its columns, unless the write has the option `overwriteSchema`. The plan of
  * `df.writeTo("t").createOrReplace()`, which replaces the columns, is the same up to Spark 4.0; only the log shows which of
  * the two it was.
  */
object DeltaSaveAsTable {
  val rule: Rule = {
    case r: ReplaceTableAsSelect if mayKeepColumns(r) => CreateTableV2.overwrite(r)(columns(r, _, _, _))
  }

  private def mayKeepColumns(r: ReplaceTableAsSelect): Boolean = {
    def isDelta = new Accessors(new Accessors(r).value[AnyRef]("tableSpec")).value[Option[String]]("provider")
      .exists(_.equalsIgnoreCase("delta"))
    def isSql = r.origin.sqlText.isDefined
    r.orCreate && isDelta && !isSql && !hasOption(r, "overwriteSchema")
  }

  /** The columns by the version that the write has committed. Before, and if a later one has taken its place in Delta's cache,
    * they are known only if the cached version has those of the query.
    */
  private def columns(
      r: ReplaceTableAsSelect,
      context: RuleContext,
      target: Target,
      time: Option[QueryTime]
  ): (Target, Seq[String]) = {
    val rows = r.query.output
    val newest = snapshot(r, target)
    val isUnknown = newest.exists { n =>
      !isCommitted(n, time) && !(time.isEmpty && keepsColumns(r)) &&
      n.schema.fieldNames.toSeq != rows.map(_.name)
    }
    if (isUnknown) {
      if (time.isDefined) context.gap("sink", "it is not known whether the table has kept its columns")
      (target.copy(dataset = target.dataset.copy(schema = Vector.empty)), Nil)
    } else DeltaColumns.of(target, newest, time, rows, replaced = false)
  }

  private def snapshot(r: ReplaceTableAsSelect, target: Target): Option[DeltaSnapshot] =
    new Accessors(r).value[LogicalPlan]("name") match {
      case ResolvedNameOf(name) =>
        DeltaTables.cached(name.catalog, target.dataset).filter(_.version.isDefined)
      case _ => None
    }

  /** Whether the write, which has ended, has committed the version. */
  private def isCommitted(newest: DeltaSnapshot, time: Option[QueryTime]): Boolean =
    time.exists(t => newest.version.isDefined && newest.committed(t) == newest.version)

  /** Whether the plan shows that Delta keeps the columns: from Spark 4.1 on, `saveAsTable` has an option of its own. */
  private def keepsColumns(r: ReplaceTableAsSelect): Boolean = hasOption(r, "__v1_save_as_table_overwrite")

  private def hasOption(r: ReplaceTableAsSelect, name: String): Boolean =
    CreateTableV2.options(r).exists { case (key, value) =>
      key.equalsIgnoreCase(name) && value.equalsIgnoreCase("true")
    }
}
