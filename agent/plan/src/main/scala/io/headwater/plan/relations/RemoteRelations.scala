package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.{Dataset, DatasetId, Symlink}
import io.headwater.plan.Surroundings
import io.headwater.plan.naming.{Hierarchy, Tables}
import io.headwater.plan.vendor.{Options, Providers, RelationOptions, Remote}
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Site}

/** Relations of connectors: JDBC, Kafka, Snowflake and the like, named by the options that they hold. Whatever the
  * class is, a relation or its table in the catalog may name itself by the options `openlineage.dataset.*`.
  */
object RemoteRelations {
  val rule: Rule = {
    case LogicalRelationOf(logical, Remotely(remote)) => reading(logical, remote)
    case LogicalRelationOf(Declared(logical, id), _) => reading(logical, _ => Remote.table(id))
  }

  private def reading(logical: LogicalRelation, remote: Surroundings => Remote): Reading =
    Reading.leaf(site =>
      Remote.read(site, remote(site.surroundings), logical.output, known(site, logical))
    )

  /** The relation as a dataset that has no id yet: its columns, and of a table `USING jdbc` its name in Spark's own catalog. */
  def known(site: Site, logical: LogicalRelation): Dataset = {
    val plain = Remote.unnamed(logical.output)
    logical.catalogTable.fold(plain) { t =>
      val name = Symlink(new Tables(site.surroundings).view(t.identifier), Symlink.Kind.Table)
      plain.copy(symlinks = Vector(name), hierarchy = Hierarchy.of(t.identifier))
    }
  }
}

/** A relation that is known or names itself, as what it reads. */
object Remotely {
  def unapply(relation: AnyRef): Option[Surroundings => Remote] =
    Providers.found(relation, RelationOptions.of(relation))(_.remote(_))

  /** Where a query is written to, by the class of the source and its options. */
  def written(source: AnyRef, options: Options, query: LogicalPlan, in: Surroundings): Option[Remote] =
    Providers.found(source, options)(_.written(_, query)).map(_(in))
}

/** A table of the catalog that names itself by its options or properties. */
private object Declared {
  def unapply(logical: LogicalRelation): Option[(LogicalRelation, DatasetId)] =
    logical.catalogTable
      .flatMap(t => Providers.declared(Options(t.storage.properties ++ t.properties)))
      .map(logical -> _)
}
