package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.CatalogPlugin

import io.headwater.plan.naming.Hierarchy
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.{Accessors, ClassNames}

/** `DROP DATABASE d CASCADE`. The plan has no table, so there is no output; but the tables are no longer known afterwards.
  */
object DropDatabase {
  val rule: Rule = { case Dropped(catalog, database) =>
    NodeLineage.leaf { context =>
      context.afterSuccess(context.session.tables.forgetAll(catalog, database))
      WriteRule.noOutput(context)
    }
  }

  /** Extracts the name of a catalog and of a database, or namespace, in it. Matched by name: the classes move between Spark
    * versions.
    */
  private object Dropped {
    def unapply(plan: LogicalPlan): Option[(String, Seq[String])] = ClassNames.simple(plan) match {
      case "DropDatabaseCommand" =>
        Some((Hierarchy.sessionCatalog, Seq(new Accessors(plan).value[String]("databaseName"))))
      case "DropNamespace" =>
        val resolved = new Accessors(new Accessors(plan).value[AnyRef]("namespace"))
        if (!resolved.has("catalog")) None
        else Some((resolved.value[CatalogPlugin]("catalog").name, resolved.value[Seq[String]]("namespace")))
      case _ => None
    }
  }
}
