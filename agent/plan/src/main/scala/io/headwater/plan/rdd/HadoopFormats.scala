package io.headwater.plan.rdd

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.rdd.RDD

import io.headwater.model.{Dataset, DatasetId, Field, Gap}
import io.headwater.plan.naming.Locations
import io.headwater.plan.session.{DefaultFileSystem, RddSources}
import io.headwater.util.Accessors

/** The files that Hadoop's input and output formats read and write, according to their job configuration
  * (`sc.textFile`, `saveAsTextFile` and all other file formats). A record has no columns, so it counts as
  * one column, `value`.
  *
  * A file and a glob count as their folders ([[NamedPaths]]). No file system is called.
  */
object HadoopFormats {
  private val inputKey = "mapreduce.input.fileinputformat.inputdir"
  private val outputKey = "mapreduce.output.fileoutputformat.outputdir"
  private val workingDirectoryKey = "mapreduce.job.working.dir"
  private val record = Vector(Field("value", None))

  def read(conf: Configuration, rdd: RDD[_]): RddSources = {
    val paths = NamedPaths.split(Option(conf.get(inputKey)).getOrElse(""))
    if (paths.isEmpty)
      RddSources.unknown(s"${rdd.getClass.getName} reads no files: its source has no name")
    else RddSources(datasets(paths, Some(rdd), conf), Vector.empty)
  }

  /** The datasets of the paths that an input format reads.
    *
    * @param rdd
    *   the RDD that reads them, if it is known
    */
  private[rdd] def datasets(paths: Vector[Path], rdd: Option[RDD[_]], conf: Configuration): Vector[Dataset] =
    NamedPaths.folders(paths, rdd).map(id(_, conf)).distinct.map(Dataset(_, record))

  /** The directory that the function of a job writes to. The function writes files if it holds the
    * configuration of Spark's Hadoop writer.
    *
    * @return
    *   the dataset, None if the function writes nothing, or the gap if the output has no name
    */
  def output(function: AnyRef): Either[Gap, Option[Dataset]] =
    configuration(function) match {
      case None => Right(None)
      case Some(conf) =>
        Option(conf.get(outputKey)) match {
          case Some(path) => Right(Some(Dataset(id(new Path(path), conf))))
          case None =>
            val format = Seq("mapreduce.job.outputformat.class", "mapred.output.format.class")
              .flatMap(key => Option(conf.get(key))).headOption.getOrElse(function.getClass.getName)
            Left(Gap(format, "sink", "an output format that does not write files has no name"))
        }
    }

  private def configuration(function: AnyRef): Option[Configuration] =
    function.getClass.getDeclaredFields.toVector.map(_.getName)
      .map(name => new Accessors(function).field[AnyRef](name))
      .find(value => value != null && isWriter(value.getClass.getName))
      .map(writer => new Accessors(new Accessors(writer).field[AnyRef]("conf")).value[Configuration]("value"))

  private def isWriter(name: String): Boolean =
    name == "org.apache.spark.internal.io.HadoopMapRedWriteConfigUtil" ||
      name == "org.apache.spark.internal.io.HadoopMapReduceWriteConfigUtil"

  /** The formats complete a path with the job's own file system and working directory. */
  private def id(path: Path, conf: Configuration): DatasetId = {
    val uri = path.toUri
    val complete = DefaultFileSystem.of(key => Option(conf.get(key))).fold(uri)(files =>
      Option(conf.get(workingDirectoryKey)).fold(files.qualified(uri))(folder =>
        files.qualified(uri, Some(new Path(folder).toUri.getPath))
      )
    )
    Locations.of(complete)
  }
}
