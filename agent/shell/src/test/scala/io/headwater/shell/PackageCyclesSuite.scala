package io.headwater.shell

import com.tngtech.archunit.core.domain.JavaClasses
import com.tngtech.archunit.core.importer.{ClassFileImporter, ImportOption, Location}
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices
import org.scalatest.funsuite.AnyFunSuite

/** Packages depend on each other in one direction only, as modules do. ArchUnit reads this from the class files, so a
  * dependency without an import counts, too.
  */
final class PackageCyclesSuite extends AnyFunSuite {
  private lazy val classes: JavaClasses =
    new ClassFileImporter().withImportOption(PackageCyclesSuite.withoutTests).importPackages("io.headwater")

  test("packages of the agent have no dependency cycle") {
    slices().matching("io.headwater.(**)").should().beFreeOfCycles().check(classes)
  }

  test("the class files of every module are read") {
    Seq("model", "redaction", "util", "plan.walk", "emit.spool", "shell.handlers")
      .foreach(p => assert(classes.containPackage(s"io.headwater.$p"), p))
  }
}

private object PackageCyclesSuite {

  /** ArchUnit's own option does not know the folders of sbt. */
  val withoutTests: ImportOption = (location: Location) => !location.contains("/test-classes/")
}
