package io.headwater.shell

import com.tngtech.archunit.core.domain.JavaClasses
import com.tngtech.archunit.core.importer.{ClassFileImporter, ImportOption}
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices
import org.scalatest.funsuite.AnyFunSuite

/** Packages depend on each other in one direction only, as modules do. ArchUnit reads this from the class files, so a
  * dependency without an import counts, too.
  */
final class PackageCyclesSuite extends AnyFunSuite {

  test("packages of the agent have no dependency cycle") {
    slices().matching("io.headwater.(**)").should().beFreeOfCycles().check(classes("io.headwater"))
  }

  test("the class files of every module are read") {
    val packages = Seq("model", "redaction", "util", "plan.walk", "emit.spool", "shell.handlers")
    packages.foreach(p => assert(classes(s"io.headwater.$p").size > 0, p))
  }

  private def classes(packages: String*): JavaClasses =
    new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
      .importPackages(packages: _*)
}
