package io.headwater.plan.tables

import java.util.concurrent.ConcurrentMap

import io.headwater.util.Accessors

/** The logs that Delta holds in its cache. */
private[tables] object DeltaLogs {

  /** @param loader
    *   the loader of Delta's classes
    */
  def cached(loader: ClassLoader): Vector[AnyRef] =
    DeltaClasses.load("DeltaLog$", loader).fold(Vector.empty[AnyRef])(ofCompanion)

  private def ofCompanion(companion: Class[_]): Vector[AnyRef] = {
    val logs = companion.getField("MODULE$").get(None.orNull)
    val found = Vector.newBuilder[AnyRef]
    val cache = new Accessors(logs).field[AnyRef]("deltaLogCache") match {
      case Some(c: AnyRef) => Some(c)
      case None => None
      case ofDelta2 => Some(ofDelta2)
    }
    cache.foreach { c =>
      new Accessors(c).value[ConcurrentMap[AnyRef, AnyRef]]("asMap").values.forEach(log => found += log)
    }
    found.result()
  }
}
