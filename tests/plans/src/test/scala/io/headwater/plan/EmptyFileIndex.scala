package io.headwater.plan

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.{FileIndex, PartitionDirectory}
import org.apache.spark.sql.types.StructType

/** A file index of a folder without files, for the look-alikes of those of libraries. */
abstract class EmptyFileIndex(folder: Path) extends FileIndex {
  override def rootPaths: Seq[Path] = Seq(folder)
  override def listFiles(partitions: Seq[Expression], data: Seq[Expression]): Seq[PartitionDirectory] = Nil
  override def inputFiles: Array[String] = Array.empty
  override def refresh(): Unit = ()
  override def sizeInBytes: Long = 0
  override def partitionSchema: StructType = new StructType
}
