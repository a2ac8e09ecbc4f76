package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Symlink
import io.headwater.plan.naming.Tables
import io.headwater.plan.vendor.{Options, Providers, RelationOptions, Remote}
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Site}

/** Relations of connectors: JDBC, Kafka, Snowflake and the like, named by the options that they hold. */
object RemoteRelations {
  val rule: Rule = {
    case LogicalRelationOf(logical, Remotely(remote)) =>
      Reading.leaf(site => Remote.read(site, remote, logical.output, symlinks(site, logical)))
  }

  /** The name of a table `USING jdbc` in Spark's own catalog. */
  def symlinks(site: Site, logical: LogicalRelation): Vector[Symlink] =
    logical.catalogTable.toVector.map { t =>
      Symlink(new Tables(site.surroundings).view(t.identifier), Symlink.Kind.Table)
    }
}

/** A relation of a known connector, as what it reads. */
object Remotely {
  def unapply(relation: AnyRef): Option[Remote] =
    Providers.of(relation.getClass.getName).map(_.remote(RelationOptions.of(relation)))

  /** Where a query is written to, by the class of the source and its options. */
  def written(source: AnyRef, options: Options, query: LogicalPlan): Option[Remote] =
    Providers.declared(options).map(Remote.table)
      .orElse(Providers.of(source.getClass.getName).map(_.written(options, query)))
}
