package io.headwater.plan.naming

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A connector, known by the names of its classes: from the options that its users set to the dataset that they mean. */
trait Connector {

  /** Whether a class is the connector's: its source, relation or table. */
  def matches(className: String): Boolean

  /** What users write in `USING` and `format`, in lower case. */
  def shortNames: Set[String] = Set.empty

  def source(options: ConnectorOptions): RemoteDataset

  /** Settings of the application that hold where a read or write has no such option. */
  def confKeys: Vector[String] = Vector.empty

  /** What a relation or table of the connector has kept, in the words of its options. */
  def relationOptions(relation: AnyRef): Map[String, String] = Map.empty

  /** Where the rows of a query are written to. */
  def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset = source(options)
}

/** A connector whose classes are those below some packages. */
abstract class PackagedConnector(packages: String*) extends Connector {
  def matches(className: String): Boolean = packages.exists(className.startsWith)
}

/** Options of a source, by name in any case. */
final class ConnectorOptions private (all: Map[String, String]) {

  /** The first of these that is set. */
  def apply(names: String*): Option[String] =
    names.iterator.flatMap(n => all.get(n.toLowerCase(ROOT))).map(
      _.trim
    ).filter(_.nonEmpty).take(1).toVector.headOption

  /** These, and those of `others` that are not among them. */
  def withDefaults(defaults: Iterable[(String, String)]): ConnectorOptions =
    new ConnectorOptions(ConnectorOptions(defaults).toMap ++ all)

  def toMap: Map[String, String] = all
}

object ConnectorOptions {
  def apply(all: Iterable[(String, String)]): ConnectorOptions =
    new ConnectorOptions(all.iterator.map { case (k, v) => k.toLowerCase(ROOT) -> v }.toMap)

  def of(all: CaseInsensitiveStringMap): ConnectorOptions = {
    val set = Vector.newBuilder[(String, String)]
    all.asCaseSensitiveMap.forEach((key, value) => set += key -> value)
    apply(set.result())
  }
}
