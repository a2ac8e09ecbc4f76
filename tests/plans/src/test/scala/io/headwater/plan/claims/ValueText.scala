package io.headwater.plan.claims

import org.apache.spark.sql.Row

/** A value of a row as text. Equal values have equal texts, and numbers that differ by rounding only, too. */
object ValueText {
  def of(value: Any): String = value match {
    case null => "null"
    case bytes: Array[_] => bytes.mkString("b[", ",", "]")
    case row: Row => row.toSeq.map(of).mkString("{", ",", "}")
    case map: scala.collection.Map[_, _] =>
      map.toSeq.map { case (k, v) => s"${of(k)}=>${of(v)}" }.sorted.mkString("m(", ",", ")")
    case values: scala.collection.Iterable[_] => values.map(of).mkString("[", ",", "]")
    case number: Double if !number.isNaN => f"$number%.9e"
    case number: Float if !number.isNaN => f"$number%.5e"
    case other => other.toString
  }
}
