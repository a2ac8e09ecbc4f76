package io.headwater.plan.rdd

import org.apache.spark.sql.execution.datasources.FileScanRDD

import io.headwater.model.Dataset
import io.headwater.plan.naming.Locations

/** The files that a scan of Spark's own reads: they were listed when the scan was planned. */
object ScannedFiles {

  /** So many files are looked at. */
  val maxFiles = 100000

  def read(scan: FileScanRDD): RddSources = {
    val files = scan.filePartitions.iterator.flatMap(_.files.iterator)
    val directories = files.take(maxFiles).map(_.filePath.toPath.getParent).toSet
    val ids =
      directories.toVector.map(f => Locations.of(f.toUri)).distinct.sortBy(id => (id.namespace, id.name))
    val columns = scan.readSchema.fieldNames.toVector
    val rest = if (files.hasNext) Vector(s"more than $maxFiles files are read; the others' folders are not named")
    else Vector.empty
    RddSources(ids.map(id => RddInput(Dataset(id), columns)), rest)
  }
}
