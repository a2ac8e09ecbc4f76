package io.headwater.plan.naming

import scala.util.Try

import io.headwater.util.Accessors

/** Reads the options from the fields of a connector's relation. Relations have no common accessor for their
  * options: some have a map, others have an object with a map `parameters`.
  */
object RelationOptions {
  private val optionFields =
    Vector("jdbcOptions", "params", "parameters", "sourceOptions", "options", "cfg", "config")

  def of(relation: AnyRef): ConnectorOptions = {
    val names = relation.getClass.getDeclaredFields.iterator.map(_.getName.split('$').last).toSet
    val options =
      optionFields.filter(names).flatMap(n =>
        Try(new Accessors(relation).field[AnyRef](n)).toOption.flatMap(map)
      )
    ConnectorOptions(options.flatten)
  }

  private def map(value: AnyRef): Option[Vector[(String, String)]] = Option(value).flatMap {
    case m: scala.collection.Map[_, _] => Some(stringEntries(m))
    case m: java.util.Map[_, _] =>
      val all = Vector.newBuilder[(String, String)]
      m.forEach { case (k: String, v: String) => all += k -> v; case _ => () }
      Some(all.result())
    case container =>
      Try(new Accessors(container).value[AnyRef]("parameters")).toOption.collect {
        case m: scala.collection.Map[_, _] => stringEntries(m)
      }
  }

  private def stringEntries(m: scala.collection.Map[_, _]): Vector[(String, String)] =
    m.iterator.collect { case (k: String, v: String) => k -> v }.toVector
}
