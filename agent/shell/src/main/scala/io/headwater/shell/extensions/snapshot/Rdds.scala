package io.headwater.shell.extensions.snapshot

import org.apache.spark.rdd.RDD

import io.headwater.plan.rdd.{RddChain, RddSources}

/** A job's RDDs one by one, so that a builder can be for a class of them. */
private[shell] object Rdds {
  private val most = 1000

  /** From the last one back; each once. */
  def flattened(rdd: RDD[_]): Vector[RDD[_]] = RddChain.of(rdd, most).rdds

  /** Where an RDD that reads files reads them: no partition is listed that Spark has not listed. */
  def paths(rdd: RDD[_]): Vector[String] =
    if (RddChain.parents(rdd).nonEmpty) Vector.empty
    else RddSources.of(rdd).inputs.map(i =>
      s"${i.dataset.id.namespace}${separator(i.dataset.id.name)}${i.dataset.id.name}"
    )

  private def separator(name: String): String = if (name.startsWith("/")) ":" else "/"
}
