package io.headwater.plan.tables

import java.util.concurrent.ConcurrentMap

import org.apache.hadoop.fs.Path

import io.headwater.model.DatasetId
import io.headwater.plan.naming.Locations
import io.headwater.util.Accessors

/** The logs that Delta holds in its cache. */
private[tables] object DeltaLogs {

  /** The log of a table. The cache may hold thousands, so a log is named only if its folder has the table's name.
    *
    * @param loader
    *   the loader of Delta's classes
    */
  def find(loader: ClassLoader, table: DatasetId): Option[AnyRef] =
    DeltaClasses.load("DeltaLog$", loader).flatMap(cache).flatMap { logs =>
      val folder = table.name.substring(table.name.lastIndexOf('/') + 1)
      val found = logs.values.stream.filter { log =>
        val path = dataPath(log)
        path.getName == folder && Locations.of(path.toUri) == table
      }.findFirst
      if (found.isPresent) Some(found.get) else None
    }

  private def dataPath(log: AnyRef): Path = new Accessors(log).value[Path]("dataPath")

  private def cache(companion: Class[_]): Option[ConcurrentMap[AnyRef, AnyRef]] = {
    val logs = companion.getField("MODULE$").get(None.orNull)
    val cache = new Accessors(logs).field[AnyRef]("deltaLogCache") match {
      case Some(c: AnyRef) => Some(c)
      case None => None
      case ofDelta2 => Some(ofDelta2)
    }
    cache.map(new Accessors(_).value[ConcurrentMap[AnyRef, AnyRef]]("asMap"))
  }
}
