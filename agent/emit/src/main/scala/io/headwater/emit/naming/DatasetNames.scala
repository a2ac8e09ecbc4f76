package io.headwater.emit.naming

import java.util.regex.Pattern

import scala.annotation.tailrec

import io.headwater.model.{Dataset, DatasetId, DatasetRenaming, RunEvent}
import io.headwater.redaction.BoundedRegex
import io.headwater.util.{Attempts, BoundedMap, MapConserve}
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceResolver
import io.openlineage.client.dataset.partition.trimmer.DatasetNameTrimmer

/** Converts the dataset names of a plan to the names in events, as the configuration defines. Every name of an event is
  * converted once: datasets, symlinks and the sources of columns. In this order: the namespace is resolved, partitions are
  * trimmed from the end of the name, and the match of `removePath` is removed from what is left. Not thread-safe.
  *
  * Resolvers and trimmers may be user-defined. If one throws, the name is left unchanged.
  */
final class DatasetNames private[naming] (
    resolvers: Vector[DatasetNamespaceResolver],
    removed: Option[Pattern],
    trimmers: Vector[DatasetNameTrimmer]
) {
  import DatasetNames._

  private val cache = new BoundedMap[DatasetId, ConvertedName](10000)
  private val trimmedNames = new BoundedMap[String, String](10000)

  def apply(id: DatasetId): DatasetId = converted(id).id

  /** The name for the suffix of a job name: without its partitions, and without the match of `removePath` if that has a
    * date, a time or an id, with which each run would be a job of its own. A match without them stays, because the job has
    * a history under that name.
    */
  def ofJob(id: DatasetId): DatasetId = id.copy(name = withoutMatch(trimmed(id.name), onlyOfOneRun = true))

  /** Renames the datasets of an event. Datasets that get the same name are merged, with their original names as their
    * locations.
    */
  def apply(event: RunEvent): RunEvent = {
    def withLocation(d: Dataset): Dataset = {
      val locations = converted(d.id).location.toVector
      if (locations == d.locations) d else d.copy(locations = locations)
    }
    val lineage = event.lineage.copy(
      sources = MapConserve(event.lineage.sources)(withLocation),
      sinks = MapConserve(event.lineage.sinks) { s =>
        val located = withLocation(s.dataset)
        if (located eq s.dataset) s else s.copy(dataset = located)
      }
    )
    DatasetRenaming(event.copy(lineage = lineage), apply(_: DatasetId))
  }

  private def converted(id: DatasetId): ConvertedName = cache.getOrElseUpdate(id)(convert(id))

  private def convert(id: DatasetId): ConvertedName = {
    val namespace =
      resolvers.iterator.map(r => Attempts.caught(r.resolve(id.namespace)).getOrElse(id.namespace))
        .find(n => n != null && n.nonEmpty && n != id.namespace).getOrElse(id.namespace)
    val whole = trimmed(id.name)
    val name = withoutMatch(whole, onlyOfOneRun = false)
    ConvertedName(DatasetId(namespace, name), if (whole == id.name) None else Some(id.name))
  }

  private def withoutMatch(name: String, onlyOfOneRun: Boolean): String = removed match {
    case Some(pattern) =>
      BoundedRegex.group(pattern, name, group) match {
        case Some((from, until)) if !onlyOfOneRun || isOfOneRun(name.substring(from, until)) =>
          val rest = name.take(from) + name.drop(until)
          if (rest.isEmpty) name else rest
        case _ => name
      }
    case None => name
  }

  private def trimmed(name: String): String = trimmedNames.getOrElseUpdate(name)(trim(name))

  /** Trims until no trimmer finds a partition: `/t/day=1/hour=2` becomes `/t`. */
  @tailrec private def trim(name: String): String = trimmedOnce(name) match {
    case Some(shorter) => trim(shorter)
    case None => name
  }

  private def trimmedOnce(name: String): Option[String] =
    trimmers.iterator.map(t => Attempts.caught(if (t.canTrim(name)) t.trim(name) else name).getOrElse(name))
      .find(cut => cut != null && cut.nonEmpty && cut.length < name.length)
}

object DatasetNames {

  /** The group of `dataset.removePath.pattern` that is removed from a name. */
  private[naming] val group = "remove"

  /** A date has at least a year and a month, or a month and a day. */
  private val digitsOfDate = 4

  /** An id, such as that of a stage of MLlib: hexadecimal, so most of it may be letters. */
  private val hexadecimalId =
    "(?<!\\p{Alnum})(?=\\p{Alpha}*\\p{Digit})\\p{XDigit}{8,}(?!\\p{Alnum})".r

  private def isOfOneRun(text: String): Boolean =
    text.count(_.isDigit) >= digitsOfDate || hexadecimalId.findFirstIn(text).isDefined

  /** @param location
    *   the name in the plan, if partitions were trimmed
    */
  private final case class ConvertedName(id: DatasetId, location: Option[String])
}
