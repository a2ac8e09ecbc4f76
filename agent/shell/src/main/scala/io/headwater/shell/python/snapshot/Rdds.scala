package io.headwater.shell.python.snapshot

import scala.collection.mutable

import org.apache.spark.rdd.RDD

import io.headwater.plan.rdd.RddSources

/** A job's RDDs one by one, so that a builder can be for a class of them. */
private[python] object Rdds {
  private val most = 1000

  /** From the last one back; each once. */
  def flattened(rdd: RDD[_]): Vector[RDD[_]] = {
    val seen = mutable.HashSet(rdd.id)
    val open = mutable.Queue[RDD[_]](rdd)
    val all = Vector.newBuilder[RDD[_]]
    while (open.nonEmpty && seen.size <= most) {
      val next = open.dequeue()
      all += next
      open ++= RddSources.parents(next).filter(p => seen.add(p.id))
    }
    all.result()
  }

  /** Where an RDD that reads files reads them: no partition is listed that Spark has not listed. */
  def paths(rdd: RDD[_]): Vector[String] =
    if (RddSources.parents(rdd).nonEmpty) Vector.empty
    else RddSources.of(rdd).inputs.map(i =>
      s"${i.dataset.id.namespace}${separator(i.dataset.id.name)}${i.dataset.id.name}"
    )

  private def separator(name: String): String = if (name.startsWith("/")) ":" else "/"
}
