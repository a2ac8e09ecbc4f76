package io.headwater.plan.rdd

import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.scheduler.StageInfo
import org.apache.spark.storage.RDDInfo

import io.headwater.plan.session.RddSources
import io.headwater.util.Accessors

/** What stages tell of their RDDs: the names of the RDDs and the methods that have made them. That is all for a job that
  * Spark has forgotten, or whose RDD had no room in the queue. The RDD that `textFile`, `objectFile` and `binaryRecords` read from has the path as name. Other RDDs of
  * files do not have it, or the user's program can replace it by any name: what they read is unknown. So is a relative path,
  * because no file system is called.
  */
object StageRdds {

  /** The methods of `SparkContext` that give an RDD the path as name, and the class of this RDD. */
  private val classes = Map(
    "textFile" -> "HadoopRDD",
    "objectFile" -> "HadoopRDD",
    "binaryRecords" -> "NewHadoopRDD",
    "hadoopFile" -> "HadoopRDD",
    "sequenceFile" -> "HadoopRDD",
    "newAPIHadoopFile" -> "NewHadoopRDD",
    "binaryFiles" -> "BinaryFileRDD"
  )

  /** Those that return an RDD made of this one, which the user's program therefore cannot name. */
  private val isNamedBySpark = Set("textFile", "objectFile", "binaryRecords")

  /** The names that Spark gives to RDDs of rows in the driver's memory. */
  private val localNames = Set("ParallelCollectionRDD", "EmptyRDD")

  /** Whether an RDD is read from somewhere: it has no parents and is not made of rows in the driver's memory. */
  def reads(rdd: RDDInfo): Boolean = rdd.parentIds.isEmpty && !localNames(rdd.name)

  /** Whether an operator of a plan has made the RDD. Its scope is the operator's name, or a method that is private to Spark;
    * those of RDDs of programs are methods of `RDD` and `SparkContext`.
    */
  def ofOperator(rdd: RDDInfo): Boolean =
    scope(rdd).exists(s => s.headOption.exists(_.isUpper) || s.endsWith("Internal"))

  /** The class of an RDD that reads files and has a path as name. */
  def className(rdd: RDDInfo): Option[String] =
    scope(rdd).flatMap(classes.get).filter(_ => rdd.parentIds.isEmpty && rdd.name.contains('/'))

  /** The files that the RDDs read, and the reasons why others are unknown.
    *
    * @param conf the configuration of the application, which has the file system of paths without one
    */
  def sources(rdds: Seq[RDDInfo], conf: Configuration): RddSources = {
    val read = rdds.filter(reads).toVector.map(rdd => paths(rdd).toRight(unknown(rdd)))
    val found = read.collect { case Right(paths) => paths }.flatten
    val inputs = if (found.isEmpty) Vector.empty else HadoopFormats.datasets(found, None, conf)
    RddSources(inputs, read.collect { case Left(reason) => reason }.distinct)
  }

  /** The id of the RDD that an eager `checkpoint` of a DataFrame has filled. The last of its stages has computed it, by
    * `map`; the operators of a plan, whose RDDs the other stages compute, do not have this scope.
    */
  def checkpointed(stages: Seq[StageInfo]): Option[Int] =
    stages.sortBy(
      _.stageId
    ).flatMap(_.rddInfos.headOption).filter(scope(_).contains("map")).lastOption.map(_.id)

  /** Whether each record of the stage is a group of rows: `saveAsObjectFile`, and with it Python's `saveAsPickleFile`,
    * writes 10 of them at once. The first RDD of a stage is the one that the stage computes.
    */
  def writesGroups(stage: StageInfo): Boolean =
    stage.rddInfos.headOption.exists(scope(_).contains("saveAsObjectFile"))

  private def paths(rdd: RDDInfo): Option[Vector[Path]] =
    for {
      method <- scope(rdd) if isNamedBySpark(method) && !rdd.name.contains('{')
      paths <- Try(rdd.name.split(',').toVector.map(new Path(_))).toOption if paths.forall(_.isAbsolute)
    } yield paths

  private def unknown(rdd: RDDInfo): String =
    s"what an RDD of ${scope(rdd).getOrElse("the application")} reads is not known: only the job's stages were read"

  /** `RDDOperationScope` is private to Spark. */
  private def scope(rdd: RDDInfo): Option[String] =
    new Accessors(rdd).value[Option[AnyRef]]("scope").map(new Accessors(_).value[String]("name"))
}
