package io.headwater.plan.rdd

import scala.collection.mutable

import org.apache.spark.rdd.{RDD, UnionRDD}

/** An RDD and its ancestors, starting with the last RDD, each once.
  *
  * @param truncated
  *   whether there are more RDDs than the limit
  */
final case class RddChain(rdds: Vector[RDD[_]], truncated: Boolean)

object RddChain {

  /** The chain of an RDD. Spark computes nothing for it: no partitions are listed and no job runs.
    *
    * @param limit
    *   the maximum number of RDDs
    * @param isEnd
    *   whether the ancestors of an RDD are left out
    */
  def of(rdd: RDD[_], limit: Int, isEnd: RDD[_] => Boolean = _ => false): RddChain = {
    val seen = mutable.HashSet(rdd.id)
    val queue = mutable.Queue[RDD[_]](rdd)
    val visited = Vector.newBuilder[RDD[_]]
    while (queue.nonEmpty && seen.size <= limit) {
      val next = queue.dequeue()
      visited += next
      if (!isEnd(next)) queue ++= parents(next).filter(p => seen.add(p.id))
    }
    RddChain(visited.result(), truncated = queue.nonEmpty)
  }

  /** The parents of an RDD. A union computes the partitions of its parents when its dependencies are read,
    * so its field `rdds` is used instead.
    */
  def parents(rdd: RDD[_]): Seq[RDD[_]] = rdd match {
    case union: UnionRDD[_] if union.rdds != null && !union.isCheckpointed => union.rdds
    case other => other.dependencies.map(_.rdd)
  }
}
