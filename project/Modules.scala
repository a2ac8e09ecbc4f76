import Dependencies._
import Versions._
import sbt.Keys._
import sbt._
import sbtassembly.AssemblyPlugin
import sbtassembly.AssemblyPlugin.autoImport.assembly

/** One Scala version's modules. The arrows are the design's: what is not named here cannot be imported. */
class Modules(scala: String) {
  val model = module("model", "agent/model", scala)
  val plan = module("plan", "agent/plan", scala)
    .dependsOn(model)
    .settings(libraryDependencies ++= spark(oldest))
  val emit = module("emit", "agent/emit", scala)
    .dependsOn(model % "compile->compile;test->test")
    .settings(libraryDependencies ++= Seq(openlineageJava, jacksonDatabind, jacksonYaml, kafkaClients, slf4j))
  val interfaces = module("interfaces-scala", "interfaces-scala", scala)
    .settings(libraryDependencies += openlineageJava)
    .settings(Publishing.library(
      "Scala traits for plan nodes and relations that describe their own lineage"
    ): _*)
    .settings(Publishing.scaladoc: _*)
  val api = module("api", "agent/api", scala)
    .settings(libraryDependencies ++= spark(oldest) :+ openlineageJava)
    .settings(Publishing.javadoc: _*)
  val shell = module("shell", "agent/shell", scala)
    .dependsOn(plan, emit % "compile->compile;test->test", interfaces, api)
    .settings(
      libraryDependencies ++= spark(oldest) :+ py4j :+ sparkMetrics :+ archunit,
      Packaging.versionResource
    )
  val shims = lines.filter(_.scala.contains(scala)).map { line =>
    module(s"shim${line.id}", s"agent/shims/spark${line.id}", scala)
      .dependsOn(plan)
      .settings(libraryDependencies ++= spark(line))
  }
  val agent = module("agent", "agent/package", scala)
    .enablePlugins(AssemblyPlugin)
    .dependsOn(shell)
    .dependsOn(shims.map(_ % Compile): _*)
    .settings(Packaging.settings(scala): _*)
    .settings(Publishing.agent(Seq(model, plan, emit, interfaces, api, shell) ++ shims, api, assembly): _*)
  val planTests = module("planTests", "tests/plans", scala)
    .dependsOn(plan, shell % "test->compile", model % "test->test")
    .dependsOn(shims.map(_ % Compile): _*)
    .settings(PlanTests.settings(scala): _*)

  /** Extensions as others write them: with the traits alone, and against the published agent. */
  val traitsExample = module("acme-traits", "tests/extensions_jvm/traits", scala)
    .dependsOn(interfaces)
    .settings(libraryDependencies ++= spark(ofExamples))
  val publishedExample = module("acme-published", "tests/extensions_jvm/published", scala)
    .settings(libraryDependencies ++= spark(ofExamples) :+ publishedAgent :+ shadedInterfaces)
    .settings(ExtensionExamples.foreign: _*)

  /** The part of `bench` that calls the extensions of a running agent. */
  val extensionBenchmark = module("extension-benchmark", "bench/in_jvm", scala)
    .dependsOn(shell)
    .settings(libraryDependencies ++= spark(oldest))

  val all: Seq[Project] = Seq(
    model,
    plan,
    emit,
    interfaces,
    api,
    shell,
    agent,
    planTests,
    traitsExample,
    publishedExample,
    extensionBenchmark
  ) ++ shims

  /** `plan` for Scala 2.12 is the project `plan212`; its sources stay in the module's own folder. */
  private def module(id: String, dir: String, scala: String): Project = {
    val tag = CrossVersion.binaryScalaVersion(scala).replace(".", "")
    val home = file(dir) / "src"
    def roots(kind: String) =
      Seq("java", "scala", s"scala-${CrossVersion.binaryScalaVersion(scala)}").map(n =>
        (home / kind / n).getAbsoluteFile
      )
    Project(s"$id$tag", file(s"build/sbt/$id$tag"))
      .settings(
        name := s"headwater-$id",
        scalaVersion := scala,
        scalacOptions := Compiler.options(scala),
        Compile / scalacOptions ++= Compiler.inlining,
        Compile / externalDependencyClasspath ~= SparkClassFiles.withoutNotes,
        javacOptions := Seq("--release", "8", "-Xlint:all,-options,-processing,-classfile", "-Werror"),
        Compile / doc / sources := Nil,
        Compile / unmanagedSourceDirectories := roots("main"),
        Test / unmanagedSourceDirectories := roots("test"),
        Compile / unmanagedResourceDirectories := Seq((home / "main" / "resources").getAbsoluteFile),
        Test / unmanagedResourceDirectories := Seq((home / "test" / "resources").getAbsoluteFile),
        Test / fork := true,
        // short runs: the second compiler costs more than it brings
        Test / javaOptions ++= Seq("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m"),
        Test / javaOptions += s"-Djava.io.tmpdir=${emptied((Test / target).value / "tmp")}",
        Test / testOptions += Tests.Argument(TestFrameworks.ScalaTest, "-oD"),
        libraryDependencies ++= Seq(scalatestAll, scalacheckAll)
      )
  }

  /** A folder for the temporary files of a test run, without those of the run before. */
  private def emptied(folder: File): File = {
    IO.delete(folder)
    IO.createDirectory(folder)
    folder
  }
}
