package io.headwater.plan.tables

import java.util.concurrent.ConcurrentMap

import io.headwater.util.Accessors

/** The logs that Delta holds in its cache. */
private[tables] object DeltaLogs {
  private val companion = "org.apache.spark.sql.delta.DeltaLog$"

  /** @param loader
    *   the loader of Delta's classes
    */
  def cached(loader: ClassLoader): Vector[AnyRef] = {
    val logs = Class.forName(companion, true, loader).getField("MODULE$").get(None.orNull)
    val found = Vector.newBuilder[AnyRef]
    new Accessors(logs).field[Option[AnyRef]]("deltaLogCache").foreach { cache =>
      new Accessors(cache).value[ConcurrentMap[AnyRef, AnyRef]]("asMap").values.forEach(log => found += log)
    }
    found.result()
  }
}
