package io.headwater.plan.rdd

import java.util.Locale.ROOT

import scala.collection.mutable
import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapred.{FileSplit => OldFileSplit}
import org.apache.hadoop.mapreduce.lib.input.{CombineFileSplit, FileSplit}
import org.apache.hadoop.util.StringUtils
import org.apache.spark.rdd.RDD
import org.apache.spark.{Partition, SerializableWritable}

import io.headwater.plan.naming.Globs
import io.headwater.util.Accessors

/** The folders of the paths that an RDD names: a file counts as its folder, and a glob as the folder above it. No file system
  * is called. The partitions tell files from folders. Spark has listed them when a job starts; a query over the RDD may be
  * read before that, and the paths alone decide then.
  */
private[plan] object NamedPaths {

  /** Folders that Spark's writers have made often have such a name, and so do those of databases. */
  private val namesOfFolders = Set("avro", "csv", "db", "json", "orc", "parquet", "xml")

  /** The paths in a list, as Hadoop's `FileInputFormat` has it: by commas, which a backslash escapes. */
  def split(list: String): Vector[Path] =
    StringUtils.split(list).toVector.map(StringUtils.unEscapeString).filter(_.nonEmpty).map(new Path(_))

  def folders(paths: Vector[Path], rdd: Option[RDD[_]]): Vector[Path] = {
    val named = paths.filterNot(Globs.isGlob).distinct
    val listed = rdd.fold(Map.empty[String, Boolean])(r => files(named.map(text).toSet, splits(r)))
    paths.map { path =>
      if (Globs.isGlob(path)) Globs.folder(path)
      else if (listed.getOrElse(text(path), isNamedAsFile(path, among = named.size))) parent(path)
      else path
    }.distinct
  }

  private def text(path: Path): String = path.toUri.getPath

  private def parent(path: Path): Path = Option(path.getParent).getOrElse(path)

  /** For each path whether it is a file. A path is missing if Spark reads nothing of it. */
  private def files(named: Set[String], splits: Iterator[Path]): Map[String, Boolean] = {
    val found = mutable.HashMap.empty[String, Boolean]
    while (found.size < named.size && splits.hasNext) {
      val split = splits.next()
      Iterator.iterate(split)(_.getParent).takeWhile(_ != null).map(text).find(named)
        .foreach(name => found(name) = name == text(split))
    }
    found.toMap
  }

  /** The files of the partitions that Spark has listed. `partitions` would list them now. */
  private def splits(rdd: RDD[_]): Iterator[Path] =
    Try(Option(new Accessors(rdd).field[Array[Partition]]("partitions_"))).toOption.flatten
      .iterator.flatMap(_.iterator).flatMap(paths)

  /** Both classes of partitions are private to Spark. */
  private def paths(partition: Partition): Vector[Path] = {
    val accessors = new Accessors(partition)
    val split = accessors.ifPresent[SerializableWritable[_]]("inputSplit")
      .orElse(accessors.ifPresent[SerializableWritable[_]]("serializableHadoopSplit"))
    split.map(_.value: Any) match {
      case Some(file: OldFileSplit) => Vector(file.getPath)
      case Some(file: FileSplit) => Vector(file.getPath)
      case Some(files: CombineFileSplit) => files.getPaths.toVector
      case _ => Vector.empty
    }
  }

  /** Whether the name is that of a file. `in.csv` alone may be a folder that Spark has written; in a list it is a file. */
  private def isNamedAsFile(path: Path, among: Int): Boolean = {
    val name = path.getName
    val extension = if (name.lastIndexOf('.') > 0) name.drop(name.lastIndexOf('.') + 1) else ""
    val isExtension = extension.exists(_.isLetter) && extension.forall(_.isLetterOrDigit)
    name.startsWith("part-") || (isExtension && (among > 1 || !namesOfFolders(extension.toLowerCase(ROOT))))
  }
}
