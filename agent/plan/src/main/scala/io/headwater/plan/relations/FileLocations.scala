package io.headwater.plan.relations

import java.net.URI

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.v2.FileTable
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  HadoopFsRelation,
  LogicalRelation,
  PartitioningAwareFileIndex
}

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, Globs, Locations}
import io.headwater.util.Accessors

/** The datasets of a read of files. The one file that a read names is a dataset of its own; otherwise a file counts as
  * its folder, so that a list of new files each night has the dataset of the writer. No file system is called: the
  * index listed its files before the query was planned.
  */
object FileLocations {

  /** Spark sets this option if it reads files that it has listed itself, to infer a schema. */
  private val globPaths = "__globPaths__"

  /** @param qualified
    *   gives a path its file system; the folder that a stream has written is a path as the read names it
    */
  def of(relation: LogicalRelation, files: HadoopFsRelation, qualified: URI => URI): Vector[DatasetId] = {
    val named = !isListed(relation, files) && !path(files).exists(Globs.isGlob(_: String))
    of(files.location, named, qualified)
  }

  /** The folders of partitions among the paths that a read names. */
  def partitions(
      relation: LogicalRelation,
      files: HadoopFsRelation,
      qualified: URI => URI
  ): PartitionFolders =
    if (!mayNamePartition(files.location) || isListed(relation, files)) PartitionFolders.none
    else partitions(files.location, path(files).toVector, qualified)

  /** Whether Spark has listed the files that are read, for a batch of a stream or to infer a schema. */
  private def isListed(relation: LogicalRelation, files: HadoopFsRelation): Boolean =
    relation.isStreaming || isSample(files)

  private def path(files: HadoopFsRelation): Option[String] = ConnectorOptions(files.options)("path")

  /** Whether Spark reads the text of files to infer the schema of CSV, JSON or XML. */
  def isSample(files: HadoopFsRelation): Boolean =
    ConnectorOptions(files.options)(globPaths).contains("false")

  def isSample(plan: LogicalPlan): Boolean = plan match {
    case relation: LogicalRelation =>
      relation.relation match {
        case files: HadoopFsRelation => isSample(files)
        case _ => false
      }
    case _ => false
  }

  def of(table: FileTable): Vector[DatasetId] =
    of(table.fileIndex, named = !FileTableParameters.paths(table).exists(Globs.isGlob(_: String)))

  /** The folders of partitions among the paths that a read names. */
  def partitions(table: FileTable): PartitionFolders =
    if (mayNamePartition(table.fileIndex)) partitions(table.fileIndex, FileTableParameters.paths(table))
    else PartitionFolders.none

  /** Most reads name no partition: nothing else is looked at for them. */
  private def mayNamePartition(index: FileIndex): Boolean = index.rootPaths.exists(_.getName.contains('='))

  /** The folders that are read. A file counts as its folder. */
  def folders(index: FileIndex): Vector[DatasetId] = of(index, named = false)

  /** @param named
    *   whether the read names the root paths of the index
    */
  private def of(index: FileIndex, named: Boolean, qualified: URI => URI = identity): Vector[DatasetId] = {
    val roots = index.rootPaths.toVector.distinct.filterNot(isPassedOver(_, index))
    val asFolder = if (named && roots.size == 1) Set.empty[Path] else rootFiles(index)
    roots.map { root =>
      Locations.of(qualified((if (asFolder(root)) root.getParent else root).toUri))
    }.distinct
  }

  private def partitions(
      index: FileIndex,
      patterns: Seq[String],
      qualified: URI => URI = identity
  ): PartitionFolders = {
    val folders = index.rootPaths.toVector.distinct.filterNot(rootFiles(index))
    new PartitionFolders(folders.map(f => Locations.of(qualified(f.toUri))), patterns)
  }

  /** Whether Spark reads nothing of a path because of its name, as of the file `_SUCCESS` that a glob has matched. The files of
    * a folder with such a name are read.
    */
  private def isPassedOver(root: Path, index: FileIndex): Boolean = index match {
    case listed: PartitioningAwareFileIndex if root.getName.startsWith("_") || root.getName.startsWith(".") =>
      val files = leaves(listed)
      !files.contains(root) && !files.keysIterator.exists(_.toString.startsWith(s"$root/"))
    case _ => false
  }

  private def leaves(index: PartitioningAwareFileIndex): collection.Map[Path, FileStatus] =
    new Accessors(index).value[collection.Map[Path, FileStatus]]("leafFiles")

  /** The root paths that are files. Other indexes, such as those of tables, have folders only. Spark's subclasses may
    * use `leafFiles`; `allFiles` copies the list, and may open a file system to do so.
    */
  private def rootFiles(index: FileIndex): Set[Path] = index match {
    case listed: PartitioningAwareFileIndex => index.rootPaths.filter(leaves(listed).contains).toSet
    case _ => Set.empty
  }
}
