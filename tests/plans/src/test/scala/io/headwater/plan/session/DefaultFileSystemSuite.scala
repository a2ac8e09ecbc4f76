package io.headwater.plan.session

import java.net.URI

import org.apache.hadoop.security.UserGroupInformation
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.naming.Tables

final class DefaultFileSystemSuite extends AnyFunSuite {
  private val user = UserGroupInformation.getCurrentUser.getShortUserName

  private def qualified(fs: String, path: String, settings: Map[String, String] = Map.empty): String =
    DefaultFileSystem(new URI(fs), settings.get).qualified(Tables.path(path)).toString

  test("a relative path is below the working directory of its file system") {
    assert(qualified("file:///", "out") == s"file:${System.getProperty("user.dir")}/out")
    assert(qualified("hdfs://nn", "out") == s"hdfs://nn/user/$user/out")
    assert(qualified("s3a://lake", "a/../out") == s"s3a://lake/user/$user/out")
    assert(qualified("gs://lake", "out") == "gs://lake/out")
    assert(qualified("gs://lake", "out", Map("fs.gs.working.dir" -> "/wd")) == "gs://lake/wd/out")
    assert(qualified("hdfs://nn", "out", Map("dfs.user.home.dir.prefix" -> "/h")) == s"hdfs://nn/h/$user/out")
  }

  test("a path gets scheme and host of its own file system only") {
    assert(qualified("hdfs://nn:8020", "/lake/t") == "hdfs://nn:8020/lake/t")
    assert(qualified("hdfs://nn:8020", "hdfs:///lake/t") == "hdfs://nn:8020/lake/t")
    assert(qualified("hdfs://nn:8020", "hdfs://other/t") == "hdfs://other/t")
    assert(qualified("hdfs://nn:8020", "file:/t") == "file:/t")
    assert(qualified("hdfs://nn:8020", "dbfs:/t") == "dbfs:/t")
  }

  test("signs of a URI are parts of names") {
    val at = DefaultFileSystem(new URI("hdfs://nn")).qualified(Tables.path("/a b#c?d/x=1:2"))
    assert(at.getPath == "/a b#c?d/x=1:2")
    val relative = DefaultFileSystem(new URI("hdfs://nn")).qualified(new URI(null, null, "a#b%20", null))
    assert(relative.getPath == s"/user/$user/a#b%20")
  }

  test("without a valid setting there is no default file system") {
    assert(DefaultFileSystem.of(_ => None).isEmpty)
    assert(DefaultFileSystem.of(_ => Some("no scheme")).isEmpty)
    assert(DefaultFileSystem.of(_ => Some("/")).isEmpty)
    assert(DefaultFileSystem.of(_ => Some("hdfs://nn")).map(_.uri).contains(new URI("hdfs://nn")))
  }
}
