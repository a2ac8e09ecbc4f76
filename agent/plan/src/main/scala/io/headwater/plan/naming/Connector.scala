package io.headwater.plan.naming

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.headwater.util.Iterators

/** A connector. It is recognised by the packages of its classes, and it maps options to the datasets that they
  * name.
  */
abstract class Connector(packages: String*) {

  /** Whether a class belongs to the connector: its source, relation or table. */
  def matches(className: String): Boolean = packages.exists(className.startsWith)

  /** The names of the connector in `USING` and `format`, in lower case. */
  def shortNames: Set[String] = Set.empty

  def source(options: ConnectorOptions): RemoteDataset

  /** Keys of Spark's configuration that apply if the read or write has no such option. */
  def confKeys: Vector[String] = Vector.empty

  /** Keys of Hadoop's configuration that apply in the same way. */
  def hadoopKeys: Vector[String] = Vector.empty

  /** Options read from the fields of a relation or table of the connector. */
  def relationOptions(relation: AnyRef): Map[String, String] = Map.empty

  /** The name that a column has in the store.
    *
    * @param name
    *   as the connector gives it to Spark
    */
  def column(name: String): String = name

  /** The name that a column gets in the store by a write; None if the write leaves the column out.
    *
    * @param name
    *   as the query has it
    */
  def written(name: String, options: ConnectorOptions): Option[String] = Some(column(name))

  /** Whether a write adds rows to a dataset that exists, in each save mode that the connector accepts. */
  def onlyAppends: Boolean = false

  /** The dataset that a query is written to.
    *
    * @param query
    *   the query, for connectors that take the name from its columns
    */
  def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset = source(options)
}

/** Options of a source. Their names are case-insensitive. */
final class ConnectorOptions private (all: Map[String, String]) {

  /** The value of the first option that is set and not empty. */
  def apply(names: String*): Option[String] =
    Iterators.first(names.iterator.flatMap(n => all.get(n.toLowerCase(ROOT))).map(_.trim).filter(_.nonEmpty))

  /** These options, completed by the defaults for options that are not set. */
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
