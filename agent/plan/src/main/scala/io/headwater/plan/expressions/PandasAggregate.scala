package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.{Expression, PythonUDF}

/** An aggregate function of pandas before Spark 3.5; later lines have it in an `AggregateExpression`. */
private[plan] object PandasAggregate {

  /** Spark's `PythonEvalType.SQL_GROUPED_AGG_PANDAS_UDF`. */
  private val evalType = 202

  def is(expression: Expression): Boolean = expression match {
    case p: PythonUDF => p.evalType == evalType
    case _ => false
  }
}
