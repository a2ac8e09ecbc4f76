package io.headwater.plan.session

import java.net.URI
import java.util.Locale.ROOT

import io.headwater.util.BoundedMap

/** The locations of the databases of Spark's session catalog. A call of a metastore can take long, and Spark calls it with a
  * lock that each query of Hive needs. So it is called once for each database, and again after a statement that may have
  * changed the location. Any thread may use it. If there are too many databases, the oldest are removed.
  *
  * @param maxDatabases
  *   how many are kept
  */
final class SeenDatabases(maxDatabases: Int = 10000) {
  import SeenDatabases._

  /** What the catalog has returned, as long as no statement has changed it. */
  private val current = new BoundedMap[Key, URI](maxDatabases)

  /** What was known last; also of databases that the catalog does not know any more. */
  private val last = new BoundedMap[Key, URI](maxDatabases)

  /** The location of a database. If the catalog does not know the database any more, it is the one that it had.
    *
    * @param metastore
    *   the address of the metastore that has the database
    * @param catalog
    *   calls the catalog
    */
  def location(metastore: Option[String], database: String)(catalog: => Option[URI]): Option[URI] = {
    val key = keyOf(metastore, database)
    synchronized(current.get(key)).orElse {
      val found = catalog
      synchronized {
        found.foreach { at =>
          current(key) = at
          last(key) = at
        }
        found.orElse(last.get(key))
      }
    }
  }

  /** Keeps the location of a database that a statement has created. The catalog has the last word on it. */
  def created(metastore: Option[String], database: String, location: URI): Unit =
    synchronized(last(keyOf(metastore, database)) = location)

  /** A statement may change the location of the database: what the catalog has returned before does not count. */
  def changed(metastore: Option[String], database: String): Unit = synchronized {
    current.remove(keyOf(metastore, database))
    ()
  }

  /** The same for all databases, because a statement has been missed. */
  def allChanged(): Unit = synchronized(current.clear())

  def dropped(metastore: Option[String], database: String): Unit = synchronized {
    val key = keyOf(metastore, database)
    current.remove(key)
    last.remove(key)
    ()
  }
}

private object SeenDatabases {
  type Key = (Option[String], String)

  /** Spark stores the names of databases in lower case. */
  def keyOf(metastore: Option[String], database: String): Key = (metastore, database.toLowerCase(ROOT))
}
