package io.headwater.plan.rdd

import java.net.URI

import scala.collection.mutable

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD, PartitionedFile}
import org.apache.spark.sql.types.StructType

import io.headwater.model.Dataset
import io.headwater.plan.naming.{Locations, Schemas}
import io.headwater.plan.session.RddSources

/** The files that a scan of Spark reads. Spark listed them when it planned the scan. */
object ScannedFiles {

  /** The maximum number of files that are read from the scan. */
  val maxFiles = 100000

  /** An encoded URI: a text in Spark 3.3, and from Spark 3.4 on an object that prints as this text. */
  private val encodedPath = classOf[PartitionedFile].getMethod("filePath")

  private def path(file: PartitionedFile): String = encodedPath.invoke(file).toString

  def read(scan: FileScanRDD): RddSources = read(scan.filePartitions, scan.readSchema)

  def read(partitions: Iterable[FilePartition], columns: StructType): RddSources = {
    val files = partitions.iterator.flatMap(_.files.iterator)
    val oneOfEach = mutable.HashMap.empty[String, String] // a file of each directory: few texts are parsed
    files.take(maxFiles).map(path).foreach(f =>
      oneOfEach.getOrElseUpdate(f.substring(0, f.lastIndexOf('/') + 1), f)
    )
    val directories = oneOfEach.valuesIterator.map(f => new Path(new URI(f)).getParent)
    val ids =
      directories.toVector.map(f => Locations.of(f.toUri)).distinct.sortBy(id => (id.namespace, id.name))
    val schema = Schemas.fields(columns)
    val rest = if (files.hasNext)
      Vector(s"more than $maxFiles files are read; the directories of the others are missing")
    else Vector.empty
    RddSources(ids.map(Dataset(_, schema)), rest)
  }
}
