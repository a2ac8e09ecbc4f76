package io.headwater.plan.session

import java.util.Locale.ROOT

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.util.BoundedMap

/** The SQL variables that a statement such as `SET VARIABLE x = (SELECT …)` has set from data. A plan that uses a
  * variable has its value only, not its origin. Not thread-safe: one thread reads all plans. If there are too many
  * variables, the oldest are removed. Variables of one name in two sessions are not distinguished; if either was set
  * from data, both count as set from data.
  */
final class SeenVariables {
  private val setFromData = new BoundedMap[String, Unit](10000)

  def isSetFromData(name: Identifier): Boolean = setFromData.contains(key(name))

  def set(name: Identifier, fromData: Boolean): Unit =
    if (fromData) setFromData(key(name)) = () else { setFromData.remove(key(name)); () }

  private def key(name: Identifier): String =
    (name.namespace :+ name.name).mkString("\u0000").toLowerCase(ROOT)
}
