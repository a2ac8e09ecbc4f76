package io.headwater.plan.tables

import java.time.{Duration, Instant}
import java.util.concurrent.ConcurrentMap
import java.util.{Collections, List => JavaList, WeakHashMap}

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.plan.naming.Identifiers
import io.headwater.util.{Accessors, UninterruptedCalls}

/** The tables that an Iceberg catalog of Spark holds in its cache. Spark has put a table there when it has created it, and
  * when it has looked whether it exists. The catalog itself is not called. Iceberg reads the metadata of a table that it has
  * just created at their first use, which can block; so another thread calls it.
  */
private[tables] object IcebergCache {
  private val limit = Duration.ofSeconds(30) // as for Spark's session catalog

  private val calls = Collections.synchronizedMap(new WeakHashMap[AnyRef, UninterruptedCalls])

  /** When a table was created, by the clock of its catalog; None if it is not in the cache, or not read in
    * time.
    *
    * @param catalog
    *   Spark's plugin of the catalog
    */
  def creation(catalog: AnyRef, name: Identifier, limit: Duration = limit): Option[Instant] =
    callsOf(catalog, limit) {
      cached(catalog, name).map { table =>
        val operations = new Accessors(table).value[AnyRef]("operations")
        firstChange(new Accessors(new Accessors(operations).value[AnyRef]("current")))
      }
    }.toOption.flatten

  private def callsOf(catalog: AnyRef, limit: Duration): UninterruptedCalls =
    calls.computeIfAbsent(catalog, _ => new UninterruptedCalls("headwater-iceberg", limit))

  private def cached(catalog: AnyRef, name: Identifier): Option[AnyRef] = {
    val inner = new Accessors(catalog).value[AnyRef]("icebergCatalog")
    val tables = new Accessors(new Accessors(inner).field[AnyRef]("tableCache"))
      .value[ConcurrentMap[AnyRef, AnyRef]]("asMap")
    val wanted = Identifiers.parts(name).mkString(".")
    var found = Option.empty[AnyRef]
    tables.forEach((key, table) => if (key.toString.equalsIgnoreCase(wanted)) found = Some(table))
    found
  }

  /** The time of the first version of the metadata. Iceberg keeps a hundred versions, if no setting changes this: of an
    * older table it is a later time, but not one of the last statement.
    */
  private def firstChange(metadata: Accessors): Instant = {
    val earlier = metadata.value[JavaList[AnyRef]]("previousFiles")
    val millis =
      if (earlier.isEmpty) metadata.value[Long]("lastUpdatedMillis")
      else new Accessors(earlier.get(0)).value[Long]("timestampMillis")
    Instant.ofEpochMilli(millis)
  }
}
