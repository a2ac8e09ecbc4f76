package io.headwater.shell.naming

import scala.collection.mutable

import org.apache.spark.rdd.RDD

import io.headwater.plan.rdd.{RddChain, RddSources}

/** The name of a job that runs for an RDD, as the published agent builds it: what kinds of RDD it is made of, from the
  * last one back, `map_partitions_shuffled_map_partitions_hadoop`. Long ones are cut.
  */
object RddNames {
  private val longest = 100

  def of(rdd: RDD[_]): String = {
    val names = mutable.HashMap.empty[Int, String]
    val open = mutable.ArrayBuffer[RDD[_]](rdd)
    val met = mutable.HashSet.empty[Int]
    while (open.nonEmpty) {
      val next = open.last
      val parents = RddChain.parents(next)
      val unread =
        if (met.add(next.id) && met.size < RddSources.maxRdds) parents.filterNot(p => met(p.id)) else Nil
      if (unread.nonEmpty) open ++= unread
      else {
        open.remove(open.size - 1)
        names(next.id) = joined(own(next, parents), parents.flatMap(p => names.get(p.id)))
      }
    }
    names(rdd.id)
  }

  private def joined(own: String, parents: Seq[String]): String = {
    val behind = parents.mkString("_").take(longest)
    if (behind.startsWith(own)) behind else if (behind.isEmpty) own else s"${own}_$behind"
  }

  /** An RDD goes by its kind unless the user has named it. Spark names those that read files for the path, and what it
    * maps of them too: a job's name holds no path.
    */
  private def own(rdd: RDD[_], parents: Seq[RDD[_]]): String = {
    val named = Option(rdd.name).filter(name => !name.contains('/') && !parents.exists(_.name == name))
    JobNames.snake(named.getOrElse(kind(rdd))).take(longest)
  }

  private def kind(rdd: RDD[_]): String =
    rdd.getClass.getName.split("[.$]").last.replaceAll("RDD\\d*$", "")
}
