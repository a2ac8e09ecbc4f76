package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.{CreateNamespace, LogicalPlan}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, SupportsNamespaces}
import org.apache.spark.sql.execution.command.CreateDatabaseCommand

import io.headwater.plan.naming.Tables
import io.headwater.plan.session.SeenTables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.util.{Accessors, ClassNames}

/** `CREATE DATABASE d`, `ALTER DATABASE d SET LOCATION`, and `DROP DATABASE d CASCADE`. The plans have no table, so there is
  * no output. But the location of a new database is known afterwards, also when the catalog has dropped it before the plan
  * of its first table is read; the catalog is called again for a location that may have changed; and the tables of a
  * database that was dropped are known no longer. What a statement changes may be seen before it has ended, by another
  * thread: therefore a location is forgotten at its start and at its end.
  */
object DatabaseCommands {
  val rule: Rule = {
    case Created(database, location, ifNotExists) =>
      NodeLineage.leaf { context =>
        val tables = new Tables(context.session)
        tables.databaseChanged(database)
        context.afterSuccess {
          tables.databaseChanged(database)
          tables.rememberDatabase(database, location, ifNotExists)
        }
        WriteLineage.noOutput(context)
      }
    case Dropped(catalog, database) =>
      NodeLineage.leaf { context =>
        val tables = new Tables(context.session)
        if (catalog == SeenTables.sessionCatalog) database.lastOption.foreach(tables.databaseChanged)
        context.afterSuccess(tables.forgetDatabase(catalog, database))
        WriteLineage.noOutput(context)
      }
    case Moved(database) =>
      NodeLineage.leaf { context =>
        val tables = new Tables(context.session)
        tables.databaseChanged(database)
        context.afterSuccess(tables.databaseChanged(database))
        WriteLineage.noOutput(context)
      }
  }

  /** Extracts the name of a new database of the session catalog, its location, and whether the statement has
    * `IF NOT EXISTS`. The class of the resolved name differs between Spark versions.
    */
  private object Created {
    def unapply(plan: LogicalPlan): Option[(String, Option[String], Boolean)] = plan match {
      case c: CreateDatabaseCommand => Some((c.databaseName, c.path, c.ifNotExists))
      case c: CreateNamespace =>
        database(new Accessors(c.name))
          .map((_, c.properties.get(SupportsNamespaces.PROP_LOCATION), c.ifNotExists))
      case _ => None
    }

    private def database(name: Accessors): Option[String] =
      if (!name.has("catalog") || name.value[CatalogPlugin]("catalog").name != SeenTables.sessionCatalog) None
      else
        name.ifPresent[Seq[String]]("namespace").orElse(name.ifPresent[Seq[String]]("nameParts"))
          .collect { case Seq(one) => one }
  }

  /** Extracts the name of a database of the session catalog whose location a statement sets. */
  private object Moved {
    def unapply(plan: LogicalPlan): Option[String] = ClassNames.simple(plan) match {
      case "AlterDatabaseSetLocationCommand" => Some(new Accessors(plan).value[String]("databaseName"))
      case "SetNamespaceLocation" => inNamespace(plan).collect { case (SeenTables.sessionCatalog, Seq(one)) =>
          one
        }
      case _ => None
    }
  }

  /** Extracts the name of a catalog and of a database, or namespace, in it. Matched by name: the classes move between Spark
    * versions.
    */
  private object Dropped {
    def unapply(plan: LogicalPlan): Option[(String, Seq[String])] = ClassNames.simple(plan) match {
      case "DropDatabaseCommand" =>
        Some((SeenTables.sessionCatalog, Seq(new Accessors(plan).value[String]("databaseName"))))
      case "DropNamespace" => inNamespace(plan)
      case _ => None
    }
  }

  /** The catalog and the name of the namespace of a command; `None` if they are not resolved. */
  private def inNamespace(command: LogicalPlan): Option[(String, Seq[String])] = {
    val resolved = new Accessors(new Accessors(command).value[AnyRef]("namespace"))
    if (!resolved.has("catalog")) None
    else Some((resolved.value[CatalogPlugin]("catalog").name, resolved.value[Seq[String]]("namespace")))
  }
}
