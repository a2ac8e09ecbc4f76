package io.headwater.plan.rdd

import scala.collection.mutable

import org.apache.spark.rdd.{CoGroupedRDD, RDD, ShuffledRDD, UnionRDD}

import io.headwater.util.{Accessors, Named}

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

  /** The parents of an RDD. A union and a shuffle list the partitions of their parents when their dependencies are read,
    * so their fields are used instead. Once checkpointed, they have none of these parents any more.
    */
  def parents(rdd: RDD[_]): Seq[RDD[_]] =
    (if (rdd.isCheckpointed) Nil else fields(rdd).filter(_ != null)) match {
      case Nil => rdd.dependencies.map(_.rdd)
      case some => some
    }

  private def fields(rdd: RDD[_]): Seq[RDD[_]] = rdd match {
    case union: UnionRDD[_] => Option(union.rdds).getOrElse(Nil)
    case shuffled: ShuffledRDD[_, _, _] => Seq(shuffled.prev)
    case group: CoGroupedRDD[_] => Option(group.rdds).map(_.toSeq).getOrElse(Nil)
    case other @ Named("SubtractedRDD") => // private to Spark
      val accessors = new Accessors(other)
      Seq("rdd1", "rdd2").flatMap(accessors.ifPresent[RDD[_]](_))
    case _ => Nil
  }
}
