package io.headwater.plan.rdd

import scala.collection.mutable

import org.apache.spark.rdd.{RDD, UnionRDD}

/** An RDD and those that it is made of, from the last one back, each once. `cut`: there were more than was asked for. */
final case class RddChain(rdds: Vector[RDD[_]], truncated: Boolean)

object RddChain {

  /** Nothing is computed: no partition is listed that Spark has not listed, no job is run. */
  def of(rdd: RDD[_], limit: Int): RddChain = {
    val seen = mutable.HashSet(rdd.id)
    val queue = mutable.Queue[RDD[_]](rdd)
    val visited = Vector.newBuilder[RDD[_]]
    while (queue.nonEmpty && seen.size <= limit) {
      val next = queue.dequeue()
      visited += next
      queue ++= parents(next).filter(p => seen.add(p.id))
    }
    RddChain(visited.result(), truncated = queue.nonEmpty)
  }

  /** The RDDs that this one is made of. A union computes its parents' partitions before it tells its dependencies, so
    * it is asked for its members.
    */
  def parents(rdd: RDD[_]): Seq[RDD[_]] = rdd match {
    case union: UnionRDD[_] if union.rdds != null && !union.isCheckpointed => union.rdds
    case other => other.dependencies.map(_.rdd)
  }
}
