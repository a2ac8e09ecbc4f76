package io.headwater.shell.facets

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.expressions.ExpressionSql
import io.headwater.plan.shim.SparkShim

/** The values of `spark.sql(text, args)`, by their names, by their places from 1 on where they have none. Spark puts them into the
  * analysed plan: only the query that is the statement itself still has them. From 4.1 on they are in the text before it is parsed.
  */
object StatementParameters {
  private val most = 100
  private val longest = 1000

  def of(query: QueryExecution, shim: SparkShim): Vector[(String, String)] =
    shim.parameters(query.logical).take(most).flatMap { case (name, value) => text(value).map(name -> _) }

  private def text(value: Expression): Option[String] = (value match {
    case literal: Literal => Try(literal.toString).toOption
    case other => ExpressionSql.of(other)(_ => None)
  }).map(t => if (t.length <= longest) t else t.take(longest) + "…")
}
