package io.headwater.plan.session

import io.headwater.model.Dataset

/** All datasets that an RDD reads.
  *
  * @param inputs
  *   the schema of each has the columns that the RDD reads, which may not be all of the dataset's columns
  * @param gaps
  *   the reasons why some of its sources are unknown
  */
final case class RddSources(inputs: Vector[Dataset], gaps: Vector[String])

object RddSources {
  val none: RddSources = RddSources(Vector.empty, Vector.empty)

  def unknown(reason: String): RddSources = RddSources(Vector.empty, Vector(reason))

  def union(all: Vector[RddSources]): RddSources = {
    val byId = all.flatMap(_.inputs).groupBy(_.id)
    val inputs = all.flatMap(_.inputs).map(_.id).distinct.map(byId(_).reduce(_.union(_)))
    RddSources(inputs, all.flatMap(_.gaps).distinct)
  }
}
