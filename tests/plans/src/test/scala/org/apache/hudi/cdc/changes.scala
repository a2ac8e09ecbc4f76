package org.apache.hudi.cdc

import org.apache.hadoop.fs.Path
import org.apache.hudi.{HoodieTableMetaClient, OwnRelation}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.{FileIndex, PartitionDirectory}
import org.apache.spark.sql.types.StructType

/** Look-alikes of what has the changes of a table: the file index of Hudi 1, and the relation of Hudi 0.14. */
final class HoodieCDCFileIndex(path: Path) extends FileIndex {
  override def rootPaths: Seq[Path] = Seq(path)
  override def listFiles(partitions: Seq[Expression], data: Seq[Expression]): Seq[PartitionDirectory] = Nil
  override def inputFiles: Array[String] = Array.empty
  override def refresh(): Unit = ()
  override def sizeInBytes: Long = 0
  override def partitionSchema: StructType = new StructType
}

final class CDCRelation(metaClient: HoodieTableMetaClient, val tableStructSchema: StructType)
    extends OwnRelation(metaClient, "op STRING, ts_ms STRING, before STRING, after STRING")
