package io.headwater.plan.session

import scala.util.Try

import org.apache.spark.rdd.RDD

import io.headwater.util.{Accessors, BoundedMap}

/** What RDDs read that the program has marked by `checkpoint`. The first job that computes such an RDD writes it to a file,
  * and Spark then forgets what it was made of. Not thread-safe. If there are too many, the oldest are removed.
  */
final class CheckpointedRdds(maxRdds: Int = 1000) {
  private val sources = new BoundedMap[Int, RddSources](maxRdds) // by the id of the RDD

  /** What an RDD read that has been written to a file since. */
  def apply(rdd: RDD[_]): Option[RddSources] = if (rdd.isCheckpointed) sources.get(rdd.id) else None

  def remember(rdd: RDD[_], read: RddSources): Unit = sources(rdd.id) = read

  /** Whether an RDD will be written to a file, and what it reads is not known yet. By reflection: the member is
    * private[spark], which exists in Scala only.
    */
  def isNew(rdd: RDD[_]): Boolean =
    !rdd.isCheckpointed && !sources.contains(rdd.id) &&
      Try(new Accessors(rdd).value[Option[AnyRef]]("checkpointData").isDefined).getOrElse(false)
}
