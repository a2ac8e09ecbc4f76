// The modules and the arrows between them are in project/Modules.scala, versions in project/Versions.scala.
ThisBuild / organization := "io.headwater"
ThisBuild / version := IO.read(file("VERSION")).trim
Publishing.ofBuild

lazy val scala212 = new Modules(Versions.scala212)
lazy val scala213 = new Modules(Versions.scala213)

lazy val root = (project in file("."))
  .settings(publish / skip := true)
  .aggregate((scala212.all ++ scala213.all).map(_.project): _*)

// sbt finds projects by the vals of this file.
lazy val model212 = scala212.model
lazy val plan212 = scala212.plan
lazy val emit212 = scala212.emit
lazy val interfaces212 = scala212.interfaces
lazy val api212 = scala212.api
lazy val shell212 = scala212.shell
lazy val agent212 = scala212.agent
lazy val planTests212 = scala212.planTests
lazy val acmeTraits212 = scala212.traitsExample
lazy val acmePublished212 = scala212.publishedExample
lazy val extensionBenchmark212 = scala212.extensionBenchmark
lazy val model213 = scala213.model
lazy val plan213 = scala213.plan
lazy val emit213 = scala213.emit
lazy val interfaces213 = scala213.interfaces
lazy val api213 = scala213.api
lazy val shell213 = scala213.shell
lazy val agent213 = scala213.agent
lazy val planTests213 = scala213.planTests
lazy val acmeTraits213 = scala213.traitsExample
lazy val acmePublished213 = scala213.publishedExample
lazy val extensionBenchmark213 = scala213.extensionBenchmark
lazy val shim33_212 = scala212.shims.head
lazy val shim33_213 = scala213.shims.head
lazy val shim40_213 = scala213.shims(1)
