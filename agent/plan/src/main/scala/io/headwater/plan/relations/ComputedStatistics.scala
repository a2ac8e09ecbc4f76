package io.headwater.plan.relations

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.types.{ArrayType, LongType, StringType}

/** The rows of `describe`, `summary`, `crosstab` and `freqItems`. Spark 3.3 computes them when they are called, and the plan
  * has no more than the rows. Their columns have these names and types; those of a program may have them, too.
  */
private[relations] object ComputedStatistics {
  def mayBe(output: Seq[Attribute], version: String = SPARK_VERSION): Boolean =
    version.startsWith("3.3.") && (isSummary(output) || isCrosstab(output) || areFrequentItems(output))

  private def isSummary(output: Seq[Attribute]): Boolean =
    output.headOption.exists(_.name == "summary") && output.forall(_.dataType == StringType)

  private def isCrosstab(output: Seq[Attribute]): Boolean =
    output.size > 1 && output.head.name.contains('_') && output.head.dataType == StringType &&
      output.tail.forall(_.dataType == LongType)

  private def areFrequentItems(output: Seq[Attribute]): Boolean =
    output.nonEmpty &&
      output.forall(a => a.name.endsWith("_freqItems") && a.dataType.isInstanceOf[ArrayType])
}
