package io.headwater.plan.relations

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

final class RootFilesSuite extends AnyFunSuite {
  private val file = new Path(java.nio.file.Files.createTempFile("orders", ".csv").toUri)

  /** `allFiles` copies the list of all files, and may open a file system. */
  private object Listed extends InMemoryFileIndex(TestSpark.spark, Seq(file), Map.empty, None) {
    override def allFiles(): Seq[FileStatus] = throw new IllegalStateException("all files were asked for")
  }

  test("the files among the root paths are found without a list of all files") {
    assert(FileLocations.folders(Listed).map(_.name) == Vector(file.getParent.toUri.getPath))
  }
}
