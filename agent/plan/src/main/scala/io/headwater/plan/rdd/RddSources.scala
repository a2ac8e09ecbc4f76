package io.headwater.plan.rdd

import scala.util.control.NonFatal

import org.apache.spark.rdd._
import org.apache.spark.sql.execution.datasources.FileScanRDD

import io.headwater.model.Dataset

/** A dataset that an RDD reads, and the columns that it takes of it. */
final case class RddInput(dataset: Dataset, columns: Vector[String])

/** All that an RDD reads; `unknown` says in words what could not be followed. */
final case class RddSources(inputs: Vector[RddInput], gaps: Vector[String])

/** Follows an RDD's dependencies to the RDDs that read data. Nothing is computed: no partition is listed that Spark has
  * not listed, no job is run. Each RDD is met once, up to [[RddSources.most]] of them.
  */
object RddSources {
  val maxRdds = 10000

  def of(rdd: RDD[_]): RddSources = {
    val chain = RddChain.of(rdd, maxRdds)
    val found = chain.rdds.filter(RddChain.parents(_).isEmpty).map(leaf)
    val truncated = if (chain.truncated) Vector(unknown(s"the RDD is made of more than $maxRdds others")) else Vector.empty
    merged(found ++ truncated)
  }

  private def leaf(rdd: RDD[_]): RddSources =
    try read(rdd)
    catch {
      case NonFatal(e) => unreadable(rdd, e)
      case e: LinkageError => unreadable(rdd, e)
    }

  private def unreadable(rdd: RDD[_], cause: Throwable): RddSources =
    unknown(s"${rdd.getClass.getName} could not be read: ${cause.getClass.getName}")

  private def read(rdd: RDD[_]): RddSources = rdd match {
    case hadoop: HadoopRDD[_, _] => HadoopFormats.read(hadoop.getConf, rdd)
    case hadoop: NewHadoopRDD[_, _] => HadoopFormats.read(hadoop.getConf, rdd)
    case scan: FileScanRDD => ScannedFiles.read(scan)
    case other if localRdds(other.getClass.getName) => RddSources(Vector.empty, Vector.empty)
    case other =>
      unknown(s"${other.getClass.getName} does not say where its rows come from")
  }

  /** RDDs of what the driver holds itself. */
  private val localRdds = Set(
    "org.apache.spark.rdd.ParallelCollectionRDD",
    "org.apache.spark.rdd.EmptyRDD",
    "org.apache.spark.sql.execution.EmptyRDDWithPartitions"
  )

  private def unknown(reason: String): RddSources = RddSources(Vector.empty, Vector(reason))

  private def merged(all: Vector[RddSources]): RddSources = {
    val byId = all.flatMap(_.inputs).groupBy(_.dataset.id)
    val inputs = all.flatMap(_.inputs).map(_.dataset.id).distinct.map { id =>
      RddInput(byId(id)(0).dataset, byId(id).flatMap(_.columns).distinct)
    }
    RddSources(inputs, all.flatMap(_.gaps).distinct)
  }
}
