package io.headwater.shell.capture

import org.scalatest.funsuite.AnyFunSuite

final class CallSitesSuite extends AnyFunSuite {

  test("the conversion of a DataFrame to an RDD is known by the method that the user has called") {
    def converts(method: String) =
      CallSites.isRddConversion(s"$method(Dataset.scala:1)\nShop$$.main(Shop.scala:3)")
    assert(converts("org.apache.spark.sql.classic.Dataset.rdd"))
    assert(converts("org.apache.spark.sql.Dataset.toJavaRDD"))
    assert(!converts("org.apache.spark.sql.classic.Dataset.foreachPartition"))
    assert(!converts("org.shop.Dataset.rdd"))
    assert(!CallSites.isRddConversion(null))
  }

  test("a read of a DataFrame is known by the method, too") {
    assert(
      CallSites.isReader("org.apache.spark.sql.classic.DataFrameReader.csv(DataFrameReader.scala:259)\nShop")
    )
    assert(!CallSites.isReader("org.apache.spark.sql.classic.Dataset.rdd(Dataset.scala:1)"))
    assert(CallSites.isRddAction("org.apache.spark.sql.classic.Dataset.foreachPartition(Dataset.scala:1)"))
    assert(!CallSites.isRddAction(null))
  }
}
