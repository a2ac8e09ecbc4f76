package io.headwater.shell.facets

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.expressions.ExpressionSql
import io.headwater.plan.shim.SparkShim
import io.headwater.util.Texts

/** The arguments of `spark.sql(text, args)` by name, or by position (from 1) if they have no names. Spark binds them
  * during analysis, so only the query of the statement itself still has them. Spark 4.1 and later put them into the text
  * before it is parsed; then there are none.
  */
object StatementParameters {
  private val maxParameters = 100
  private val maxCharacters = 1000

  def of(query: QueryExecution, shim: SparkShim): Vector[(String, String)] =
    shim.parameters(query.logical).take(maxParameters)
      .flatMap { case (name, value) => text(value).map(name -> _) }

  private def text(value: Expression): Option[String] = (value match {
    case literal: Literal => Try(literal.toString).toOption
    case other => ExpressionSql.of(other)(_ => None)
  }).map(Texts.shortened(_, maxCharacters))
}
