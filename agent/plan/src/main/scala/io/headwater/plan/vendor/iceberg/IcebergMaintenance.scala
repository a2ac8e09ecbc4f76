package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.plans.logical.{AppendData, LogicalPlan}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

import io.headwater.model.Field
import io.headwater.plan.naming.{JobNameSuffix, Schemas}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.tables.IcebergTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, Target}
import io.headwater.plan.writes.WriteLineage
import io.headwater.util.{Accessors, ClassNames}

/** Iceberg's own queries in `CALL catalog.system.…`. Compaction rewrites existing rows, so the table is an
  * output without column lineage. Other queries read lists of files, which are no user data.
  */
object IcebergMaintenance {
  val rule: Rule = {
    case RewriteOf(relation) =>
      NodeLineage.leaf { context =>
        // the version is unknown here, because the groups of files are committed together later
        val target = DataSourceV2Relations.dataset(relation, context.session).map { d =>
          Target(d.copy(version = None, schema = columns(relation)), JobNameSuffix.ofLocation(d))
        }
        WriteLineage.tableCommand(context, target)
      }
    case files: DataSourceV2Relation if listsFiles(files) => NodeLineage.leaf(_.generated(files.output))
  }

  /** The columns of the table. From format version 3 on, a rewrite also writes the id and the last change of each row. */
  private def columns(relation: DataSourceV2Relation): Vector[Field] =
    Schemas.fields(IcebergTables.schema(relation.table)
      .fold(relation.output)(own => relation.output.filter(a => own.fieldNames.contains(a.name))))

  /** Whether the relation is a metadata table that Iceberg reads for itself. Users read metadata tables
    * through a catalog, Iceberg reads them without one.
    */
  private def listsFiles(relation: DataSourceV2Relation): Boolean =
    relation.catalog.isEmpty && ClassNames.isA(
      relation.table,
      "org.apache.iceberg.spark.source.SparkTable"
    ) &&
      ClassNames.isA(
        new Accessors(relation.table).value[AnyRef]("table"),
        "org.apache.iceberg.BaseMetadataTable"
      )

  private object RewriteOf {
    def unapply(plan: LogicalPlan): Option[DataSourceV2Relation] = plan match {
      case a: AppendData =>
        Some(a.table).collect {
          case r: DataSourceV2Relation if r.catalog.exists(c => IcebergTables.rewriteCatalogs(c.name)) => r
        }
      case _ => None
    }
  }
}
