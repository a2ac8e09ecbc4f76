package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.types.{ArrayType, DataType, IntegerType, LongType, StringType}
import org.scalatest.funsuite.AnyFunSuite

final class ComputedStatisticsSuite extends AnyFunSuite {
  private def mayBe(version: String)(columns: (String, DataType)*): Boolean =
    ComputedStatistics.mayBe(columns.map { case (name, of) => AttributeReference(name, of)() }, version)

  private val frequent = "a_freqItems" -> ArrayType(IntegerType)

  test("Spark 3.3 computes describe, summary, crosstab and freqItems when they are called") {
    val found = mayBe("3.3.4") _
    assert(found(Seq("summary" -> StringType, "a" -> StringType)))
    assert(found(Seq("a_c" -> StringType, "x" -> LongType)))
    assert(found(Seq(frequent)))
    val others = Seq(
      Nil,
      Seq("summary" -> StringType, "n" -> LongType),
      Seq("a" -> StringType, "summary" -> StringType),
      Seq("a_c" -> StringType),
      Seq("a" -> StringType, "x" -> LongType),
      Seq(frequent, "n" -> LongType)
    )
    assert(others.forall(!found(_)))
  }

  test("later versions have a plan of them") {
    assert(!mayBe("3.4.4")("summary" -> StringType) && !mayBe("4.0.1")(frequent))
  }
}
