package io.headwater.emit.naming

import java.util.regex.Pattern

import io.headwater.model.{Dataset, DatasetId, DatasetRenaming, RunEvent}
import io.headwater.util.{BoundedMap, Deadline}
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceResolver
import io.openlineage.client.dataset.partition.trimmer.DatasetNameTrimmer

/** The names that datasets go by in events: what the configuration makes of those that the plan gives. Every name of an
  * event passes here once: datasets, symlinks, sources of columns. In this order: the namespace is resolved, what
  * `removePath` matches is taken out of the name, and partitions are trimmed off its end. On the worker's thread only.
  *
  * Resolvers and trimmers may be the user's: one that throws leaves the name as it is.
  */
final class DatasetNames private[naming] (
    resolvers: Vector[DatasetNamespaceResolver],
    removed: Option[Pattern],
    trimmers: Vector[DatasetNameTrimmer]
) {
  import DatasetNames._

  private val known = new BoundedMap[DatasetId, Named](10000)

  def apply(id: DatasetId): DatasetId = named(id).id

  /** Without its partitions alone, which is how names of jobs end. */
  def whole(id: DatasetId): DatasetId = id.copy(name = trimmed(id.name))

  /** Datasets whose names become the same are one, with the places that it stands for as its locations. */
  def apply(event: RunEvent): RunEvent = {
    def placed(d: Dataset): Dataset = d.copy(locations = named(d.id).location.toVector)
    val lineage = event.lineage.copy(
      sources = event.lineage.sources.map(placed),
      sinks = event.lineage.sinks.map(s => s.copy(dataset = placed(s.dataset)))
    )
    DatasetRenaming(event.copy(lineage = lineage), apply(_: DatasetId))
  }

  private def named(id: DatasetId): Named = known.get(id).getOrElse {
    val made = make(id)
    known(id) = made
    made
  }

  private def make(id: DatasetId): Named = {
    val namespace =
      resolvers.iterator.map(r => Deadline.caught(r.resolve(id.namespace)).getOrElse(id.namespace))
        .find(n => n != null && n.nonEmpty && n != id.namespace).getOrElse(id.namespace)
    val whole = removed.fold(id.name)(without(_, id.name))
    val name = trimmed(whole)
    Named(DatasetId(namespace, name), if (name == whole) None else Some(whole))
  }

  private def without(pattern: Pattern, name: String): String = {
    val found = pattern.matcher(name)
    if (!found.find() || found.start(group) < 0) name
    else Some(name.take(found.start(group)) + name.drop(found.end(group))).filter(_.nonEmpty).getOrElse(name)
  }

  /** Until none finds a partition: `/t/day=1/hour=2` is `/t`. */
  private def trimmed(name: String): String = {
    def once(n: String): Option[String] =
      trimmers.iterator.map(t => Deadline.caught(if (t.canTrim(n)) t.trim(n) else n).getOrElse(n))
        .find(cut => cut != null && cut.nonEmpty && cut.length < n.length)
    Iterator.iterate(Option(name))(_.flatMap(once)).takeWhile(_.isDefined).flatten.foldLeft(name)((_, n) => n)
  }
}

object DatasetNames {

  /** The group of `dataset.removePath.pattern` that is taken out of a name. */
  private[naming] val group = "remove"

  /** `location`: the name as it was before partitions were trimmed off. */
  private final case class Named(id: DatasetId, location: Option[String])
}
