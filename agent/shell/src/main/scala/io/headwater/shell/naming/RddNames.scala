package io.headwater.shell.naming

import scala.collection.mutable

import org.apache.spark.rdd.RDD

import io.headwater.plan.rdd.{RddChain, RddSources}

/** The name of an RDD job as the published agent builds it: the kinds of its RDDs, from the last one back, for example
  * `map_partitions_shuffled_map_partitions_hadoop`. Long names are truncated.
  */
object RddNames {
  private val maxLength = 100

  def of(rdd: RDD[_]): String = {
    val names = mutable.HashMap.empty[Int, String]
    val open = mutable.ArrayBuffer[RDD[_]](rdd)
    val seen = mutable.HashSet.empty[Int]
    while (open.nonEmpty) {
      val next = open.last
      val parents = RddChain.parents(next)
      val unvisited =
        if (seen.add(next.id) && seen.size < RddSources.maxRdds) parents.filterNot(p => seen(p.id)) else Nil
      if (unvisited.nonEmpty) open ++= unvisited
      else {
        open.remove(open.size - 1)
        names(next.id) = join(nameOf(next, parents), parents.flatMap(p => names.get(p.id)))
      }
    }
    names(rdd.id)
  }

  private def join(own: String, parents: Seq[String]): String = {
    val rest = parents.mkString("_").take(maxLength)
    if (rest.startsWith(own)) rest else if (rest.isEmpty) own else s"${own}_$rest"
  }

  /** The name that the user has given to the RDD, else its kind. Spark names an RDD that reads files, and the RDDs that it
    * maps from it, by the path; a job name must not contain a path.
    */
  private def nameOf(rdd: RDD[_], parents: Seq[RDD[_]]): String = {
    val userName = Option(rdd.name).filter(name => !name.contains('/') && !parents.exists(_.name == name))
    JobNames.snakeCase(userName.getOrElse(kind(rdd))).take(maxLength)
  }

  private def kind(rdd: RDD[_]): String =
    rdd.getClass.getName.split("[.$]").last.replaceAll("RDD\\d*$", "")
}
