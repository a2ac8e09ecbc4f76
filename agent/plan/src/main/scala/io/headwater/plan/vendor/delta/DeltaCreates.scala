package io.headwater.plan.vendor.delta

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.types.StructType

import io.headwater.model.{Dataset, Lifecycle}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.Schemas
import io.headwater.plan.tables.DeltaTables
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}
import io.headwater.plan.writes.WriteRule
import io.headwater.util.Accessors

/** `CREATE TABLE copy SHALLOW CLONE t`. Each column of the copy comes from the column of the same name. */
object DeltaClones {
  private val commands = "org.apache.spark.sql.delta.commands."

  val rule: Rule = { case CloneOf(create, clone) =>
    NodeLineage.leaf { context =>
      if (isKnown(context, create)) WriteRule.noOutput(context) else copied(context, create, clone)
    }
  }

  /** Whether an earlier plan has shown the table of `IF NOT EXISTS`. */
  private def isKnown(context: RuleContext, create: Accessors): Boolean =
    create.value[SaveMode]("mode") == SaveMode.Ignore && !create.value[Boolean]("tableByPath") &&
      context.session.tables(create.value[CatalogTable]("table").identifier).nonEmpty

  private def copied(context: RuleContext, create: Accessors, clone: Accessors): Scope = {
    val origin = new Accessors(clone.value[AnyRef]("sourceTable"))
    val schema = Schemas.fields(origin.value[StructType]("schema"))
    val source = sourceDataset(context, origin).copy(schema = schema)
    context.findings.source(source)
    val created = target(context, create, clone)
      .copy(
        schema = schema,
        version = None,
        lifecycle = if (create.value[SaveMode]("mode") == SaveMode.Ignore) None else Some(Lifecycle.Create)
      )
    val columns = schema.map(f => f.name -> context.graph.source(source.id, f.name))
    context.findings.write(Write(created, columns, context.graph.nothing, WriteRule.suffix(created)))
    WriteRule.noOutput(context)
  }

  private def sourceDataset(context: RuleContext, origin: Accessors): Dataset = {
    val snapshot = origin.value[Option[AnyRef]]("snapshot").map(new Accessors(_))
    DeltaTables.of(
      origin.value[Option[CatalogTable]]("catalogTable"),
      origin.value[Path]("dataPath"),
      context.session
    ).copy(version = snapshot.map(_.value[Long]("version").toString))
  }

  private def target(context: RuleContext, create: Accessors, clone: Accessors): Dataset = {
    val entry = if (create.value[Boolean]("tableByPath")) None else Some(create.value[CatalogTable]("table"))
    DeltaTables.of(entry, clone.value[Path]("targetPath"), context.session)
  }

  /** Extracts the command that creates the table and the clone command inside it. */
  private object CloneOf {
    def unapply(plan: LogicalPlan): Option[(Accessors, Accessors)] =
      if (plan.getClass.getName != s"${commands}CreateDeltaTableCommand") None
      else {
        val create = new Accessors(plan)
        create.value[Option[LogicalPlan]]("query")
          .filter(_.getClass.getName == s"${commands}CloneTableCommand")
          .map(clone => create -> new Accessors(clone))
      }
  }
}
