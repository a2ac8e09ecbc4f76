package io.headwater.plan.rdd

import scala.collection.mutable

import org.apache.spark.rdd.{RDD, UnionRDD}

/** An RDD and those that it is made of, from the last one back, each once. `cut`: there were more than was asked for. */
final case class RddChain(rdds: Vector[RDD[_]], cut: Boolean)

object RddChain {

  /** Nothing is computed: no partition is listed that Spark has not listed, no job is run. */
  def of(rdd: RDD[_], most: Int): RddChain = {
    val seen = mutable.HashSet(rdd.id)
    val open = mutable.Queue[RDD[_]](rdd)
    val met = Vector.newBuilder[RDD[_]]
    while (open.nonEmpty && seen.size <= most) {
      val next = open.dequeue()
      met += next
      open ++= parents(next).filter(p => seen.add(p.id))
    }
    RddChain(met.result(), cut = open.nonEmpty)
  }

  /** The RDDs that this one is made of. A union computes its parents' partitions before it tells its dependencies, so
    * it is asked for its members.
    */
  def parents(rdd: RDD[_]): Seq[RDD[_]] = rdd match {
    case union: UnionRDD[_] if union.rdds != null && !union.isCheckpointed => union.rdds
    case other => other.dependencies.map(_.rdd)
  }
}
