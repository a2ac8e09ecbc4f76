package io.headwater.plan.rdd

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.rdd.RDD

import io.headwater.plan.vendor.Accessors

/** The Python functions that an RDD is made with, from the last one back. Spark's `PythonRDD` is private to Scala, and
  * has no accessor for its function.
  */
object PythonFunctions {
  private val python = "org.apache.spark.api.python.PythonRDD"

  def of(rdd: RDD[_]): Vector[AnyRef] = {
    val seen = mutable.HashSet(rdd.id)
    val open = mutable.Queue[RDD[_]](rdd)
    val found = mutable.ArrayBuffer.empty[AnyRef]
    while (open.nonEmpty && seen.size <= RddSources.most) {
      val next = open.dequeue()
      if (next.getClass.getName == python)
        found ++= Try(new Accessors(next).field[AnyRef]("func")).toOption
      open ++= RddSources.parents(next).filter(p => seen.add(p.id))
    }
    found.toVector
  }
}
