package io.headwater.shell.naming

import scala.collection.mutable

import org.apache.spark.rdd.RDD
import org.apache.spark.storage.RDDInfo

import io.headwater.plan.rdd.{RddChain, RddSourceFinder, StageRdds}

/** The name of an RDD job as the published agent builds it: the kinds of its RDDs, from the last one back, for
  * example `map_partitions_shuffled_map_partitions_hadoop`. Long names are truncated.
  */
object RddNames {
  private val maxLength = 100

  def of(rdd: RDD[_]): String = of[RDD[_]](rdd)(_.id, RddChain.parents, nameOf)

  /** The same of a job of which only the stages are known. */
  def ofStages(rdds: Seq[RDDInfo]): String = {
    val byId = rdds.map(rdd => rdd.id -> rdd).toMap
    of[RDDInfo](rdds.maxBy(_.id))(_.id, _.parentIds.flatMap(byId.get), nameOf)
  }

  private def of[A](last: A)(id: A => Int, parentsOf: A => Seq[A], nameOf: (A, Seq[A]) => String): String = {
    val names = mutable.HashMap.empty[Int, String]
    val open = mutable.ArrayBuffer[A](last)
    val seen = mutable.HashSet.empty[Int]
    while (open.nonEmpty) {
      val next = open.last
      val parents = parentsOf(next)
      val unvisited =
        if (seen.add(id(next)) && seen.size < RddSourceFinder.maxRdds) parents.filterNot(p => seen(id(p)))
        else Nil
      if (unvisited.nonEmpty) open ++= unvisited
      else {
        open.remove(open.size - 1)
        names(id(next)) = join(nameOf(next, parents), parents.flatMap(p => names.get(id(p))))
      }
    }
    names(id(last))
  }

  private def join(own: String, parents: Seq[String]): String = {
    val rest = parents.mkString("_").take(maxLength)
    if (rest.startsWith(own)) rest else if (rest.isEmpty) own else s"${own}_$rest"
  }

  /** The name that the user has given to the RDD, else its kind. Spark names an RDD that reads files, and the RDDs
    * that it maps from it, by the path, and that of a cached DataFrame by its plan; a job name must not contain them.
    */
  private def nameOf(rdd: RDD[_], parents: Seq[RDD[_]]): String = {
    val userName = Option(rdd.name).filter(name => !isOfSpark(name) && !parents.exists(_.name == name))
    snakeCase(userName.getOrElse(kind(rdd.getClass.getName.split("[.$]").last)))
  }

  /** A stage has the class of an RDD as its name, if the RDD has no other. What Spark maps from files has the path. */
  private def nameOf(rdd: RDDInfo, parents: Seq[RDDInfo]): String = {
    val isPath = isOfSpark(rdd.name) || (parents.exists(_.name == rdd.name) && kind(rdd.name) == rdd.name)
    val name = StageRdds.className(rdd).getOrElse(if (isPath) "MapPartitionsRDD" else rdd.name)
    snakeCase(kind(name))
  }

  /** Whether a name has a path, or the number of a column as plans have it: `id#679`. Spark gives other numbers in each run. */
  private def isOfSpark(name: String): Boolean = name.contains('/') || columnId.findFirstIn(name).isDefined

  private val columnId = "\\w#\\d".r

  /** MLlib names its RDDs by the id of an estimator, `LogisticRegression_2314d62565e0`, which is another one in each run. */
  private def snakeCase(name: String): String =
    JobNames.snakeCase(name.replaceAll("_[0-9a-f]{12}(?![0-9a-zA-Z])", "")).take(maxLength)

  private def kind(className: String): String = className.replaceAll("RDD\\d*$", "")
}
