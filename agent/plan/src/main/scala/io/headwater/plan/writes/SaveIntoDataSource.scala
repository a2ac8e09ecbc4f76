package io.headwater.plan.writes

import org.apache.spark.sql.execution.datasources.{InsertIntoDataSourceCommand, SaveIntoDataSourceCommand}

import io.headwater.model.{Dataset, DatasetId, Lifecycle}
import io.headwater.plan.naming.Schemas
import io.headwater.plan.relations.{RemoteRelations, Remotely}
import io.headwater.plan.vendor.{Options, Remote}
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.Site

/** `df.write.format("jdbc").save()` and every other connector of the V1 interface; `INSERT INTO` a table of one. */
object SaveIntoDataSource {
  val rule: Rule = {
    case c: SaveIntoDataSourceCommand =>
      Writing.into(c.query, _ => c.query.output.map(_.name)) { site =>
        val schema = Schemas.fields(c.query.output)
        ids(
          site,
          Remotely.written(c.dataSource, Options(c.options), c.query, site.surroundings),
          c.dataSource
        ).map(id =>
          target(Dataset(id, schema, lifecycle = Writing.saving(c.mode)), c.options.get("dbtable"))
        )
      }

    case c: InsertIntoDataSourceCommand =>
      val logical = c.logicalRelation
      Writing.into(c.query, _ => logical.output.map(_.name)) { site =>
        val lifecycle = if (c.overwrite) Some(Lifecycle.Overwrite) else None
        val dataset = RemoteRelations.known(site, logical)
        ids(site, Remotely.unapply(logical.relation).map(_(site.surroundings)), logical.relation)
          .map(id => target(dataset.copy(id = id, lifecycle = lifecycle)))
      }
  }

  private def ids(site: Site, remote: Option[Remote], source: AnyRef): Vector[DatasetId] = {
    def nameless(reason: String): Vector[DatasetId] = { site.gap("sink", reason); Vector.empty }
    remote match {
      case Some(Remote.Tables(found)) => found
      case Some(Remote.Nameless(reason)) => nameless(reason)
      case Some(_: Remote.Query) => nameless("a query is nothing to write to")
      case None => nameless(s"no rule for data sources of ${source.getClass.getName}")
    }
  }

  /** A job is called by the table as it was written, where it was. */
  private def target(dataset: Dataset, table: Option[String] = None): Target =
    Target(dataset, table.map(_.replace('.', '_')).orElse(Writing.suffix(dataset)))
}
