package io.headwater.plan.rdd

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.util.StringUtils
import org.apache.spark.rdd.RDD

import io.headwater.model.{Dataset, DatasetId, Field, Gap}
import io.headwater.plan.naming.{Globs, Locations}
import io.headwater.util.Accessors

/** The files that Hadoop's input and output formats read and write, according to their job configuration
  * (`sc.textFile`, `saveAsTextFile` and all other file formats). A record has no columns, so it counts as
  * one column, `value`.
  *
  * A path is a dataset, whether it is a file or a folder; a glob counts as its folder. No file system is
  * called, so files and folders are not told apart.
  */
object HadoopFormats {
  private val inputKey = "mapreduce.input.fileinputformat.inputdir"
  private val outputKey = "mapreduce.output.fileoutputformat.outputdir"
  private val record = Vector(Field("value", None))

  /** The maximum number of paths that are datasets of their own. If there are more, each counts as the folder
    * that it is in, so that an event does not grow with the length of a list.
    */
  private val maxPaths = 32

  def read(conf: Configuration, rdd: RDD[_]): RddSources = {
    val paths = StringUtils.split(Option(conf.get(inputKey)).getOrElse("")).toVector
      .map(StringUtils.unEscapeString).filter(_.nonEmpty).map(new Path(_))
    if (paths.isEmpty)
      RddSources(Vector.empty, Vector(s"${rdd.getClass.getName} reads no files: its source has no name"))
    else RddSources(datasets(paths), Vector.empty)
  }

  /** The datasets of the paths that an input format reads. */
  private[rdd] def datasets(paths: Vector[Path]): Vector[Dataset] = {
    val parts = paths.map(Globs.folder).distinct
    val locations = if (parts.size <= maxPaths) parts else parts.map(p => Option(p.getParent).getOrElse(p))
    locations.map(id).distinct.map(Dataset(_, record))
  }

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
          case Some(path) => Right(Some(Dataset(id(new Path(path)))))
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

  private def id(path: Path): DatasetId = Locations.of(path.toUri)
}
