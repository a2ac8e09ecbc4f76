package io.headwater.plan.session

import java.util.Locale.ROOT

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.util.BoundedMap

/** The SQL variables that `SET VARIABLE x = (SELECT …)` has filled with data so far. A plan that uses one holds its value
  * and not where it came from. One thread reads all plans, so one thread fills this; the oldest go first. A name that
  * two sessions have is one here: of what may be data it is better to say so.
  */
final class SeenVariables {
  private val filled = new BoundedMap[String, Unit](10000)

  def isSetFromData(name: Identifier): Boolean = filled.contains(key(name))

  def set(name: Identifier, fromData: Boolean): Unit =
    if (fromData) filled(key(name)) = () else { filled.remove(key(name)); () }

  private def key(name: Identifier): String = (name.namespace :+ name.name).mkString("\u0000").toLowerCase(ROOT)
}
