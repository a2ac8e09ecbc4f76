package io.headwater.shell.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId

/** Values that decide no fact of an event and cannot be used: lineage stays on, and the log has a warning. */
final class ForgivenValuesSuite extends AnyFunSuite with Configured {

  test("an unknown condition of the debug facet is the default") {
    val c = good(Map("debug.smart" -> "true", "debug.smartMode" -> "any"))
    assert(c.debug.smart.contains(DebugConfig.AnyMissing))
    assert(c.warnings == Vector(
      "spark.openlineage.debug.smartMode is \"any\": not one of any-missing, output-missing; write one of them. " +
        "any-missing is used"
    ))
    assert(good(Map("debug.smartMode" -> "any")).debug.smart.isEmpty)
  }

  test("a facet whose flag cannot be read is off") {
    val c = good(Map("facets.schema.disabled" -> "1", "facets.ownership.disabled" -> "no"))
    assert(c.facets.disabled == FacetsConfig.disabledByDefault + "schema" + "ownership")
    assert(!c.facets.datasetOwners)
    assert(c.warnings == Vector("ownership" -> "no", "schema" -> "1").map { case (name, value) =>
      s"""spark.openlineage.facets.$name.disabled is "$value": neither true nor false; write one of them. The facet is off"""
    })
  }

  test("a pattern without its group removes nothing") {
    val c = good(Map("dataset.removePath.pattern" -> "/tmp-[0-9]+"))
    assert(c.dataset.names(DatasetId("file", "/a/tmp-1/b")).name == "/a/tmp-1/b")
    assert(c.warnings == Vector(
      "spark.openlineage.dataset.removePath.pattern is \"/tmp-[0-9]+\": has no group remove; enclose the part to remove in " +
        "(?<remove>...). Nothing is removed"
    ))
  }

  private def folder(path: Path): Path = Files.createDirectories(path)

  test("a folder with the name of the file is passed over") {
    val (dir, home) = (Files.createTempDirectory("headwater-config"), Files.createTempDirectory("home"))
    val file = folder(home.resolve(".openlineage")).resolve("openlineage.yml")
    Files.write(file, "namespace: own\n".getBytes(UTF_8))
    val own = folder(dir.resolve("openlineage.yml"))
    val named = folder(dir.resolve("named"))
    def read(env: Map[String, String]) =
      ConfigReader.read(Map.empty, env, dir, home).fold(p => fail(p.line), c => c)

    val c = read(Map.empty)
    assert(c.application.namespace == "own")
    assert(
      c.warnings == Vector(s"""openlineage.yml is "$own": a folder; write the file, or remove the folder""")
    )
    assert(read(Map("OPENLINEAGE_CONFIG" -> named.toString)).warnings.head ==
      s"""OPENLINEAGE_CONFIG is "$named": no file of the driver's machine; correct or unset it""")
  }
}
