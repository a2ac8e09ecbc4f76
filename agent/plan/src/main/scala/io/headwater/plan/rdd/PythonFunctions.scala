package io.headwater.plan.rdd

import scala.util.Try

import org.apache.spark.rdd.RDD

import io.headwater.util.Accessors

/** The Python functions that an RDD is made with, from the last one back. Spark's `PythonRDD` is private to Scala, and
  * has no accessor for its function.
  */
object PythonFunctions {
  private val python = "org.apache.spark.api.python.PythonRDD"

  def of(rdd: RDD[_]): Vector[AnyRef] =
    RddChain.of(rdd, RddSources.most).rdds.filter(_.getClass.getName == python)
      .flatMap(r => Try(new Accessors(r).field[AnyRef]("func")).toOption)
}
