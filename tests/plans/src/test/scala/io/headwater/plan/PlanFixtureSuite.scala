package io.headwater.plan

import java.nio.file.{Path, Paths}

import org.scalatest.funsuite.AnyFunSuite

/** One test for each fixture under tests/plans/src/test/resources/plans. With HEADWATER_GOLDEN=rewrite (`make golden`) the
  * expected lines are overwritten by the actual ones; review the difference before you commit it. A name that begins with
  * `@4.0` is for that Spark version and later ones.
  */
final class PlanFixtureSuite extends AnyFunSuite {
  private val folder = Paths.get("tests/plans/src/test/resources/plans")
  private val rewrite = sys.env.get("HEADWATER_GOLDEN").contains("rewrite")
  private val files: Vector[Path] =
    folder.toFile.listFiles.toVector.map(_.toPath).filter(_.toString.endsWith(".txt")).sorted

  if (rewrite) files.foreach(file =>
    Fixture.write(file, Fixture.read(file).map(f => if (runsHere(f)) f.copy(expected = actual(f)) else f))
  )

  for (file <- files; fixture <- Fixture.read(file) if runsHere(fixture))
    test(s"${file.getFileName.toString.stripSuffix(".txt")}: ${fixture.name}") {
      assert(actual(fixture).mkString("\n") == fixture.expected.mkString("\n"))
    }

  private def actual(fixture: Fixture): Vector[String] = Rendering.lines(TestSpark.of(fixture.sql))

  private def runsHere(fixture: Fixture): Boolean =
    !fixture.name.startsWith("@") || TestSpark.spark.version >= fixture.name.drop(1).takeWhile(_ != ' ')
}
