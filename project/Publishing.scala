import scala.xml.transform.{RewriteRule, RuleTransformer}
import scala.xml.{Elem, Node, NodeSeq}

import sbt.Keys._
import sbt._

/** What `make release` publishes: metadata of the POMs and manifests, sources jars and javadoc jars. */
object Publishing {

  /** The third-party modules of the agent jar, for its notice and its SBOM: a table with one line for each module. */
  val thirdParty = taskKey[File]("Writes the third-party modules of the agent jar as a table.")

  private val spdx = "Apache-2.0"

  /** The address of the source repository, from the environment of the build. Without it, a POM has no address, and events
    * name their producer by a URN: a made-up address could belong to anybody.
    */
  val repository: Option[String] =
    sys.env.get("HEADWATER_REPOSITORY").map(_.trim.stripSuffix("/")).filter(_.nonEmpty)

  val ofBuild: Seq[Setting[_]] = Seq(
    ThisBuild / licenses := Seq(License.Apache2),
    ThisBuild / homepage := repository.map(url(_)),
    ThisBuild / organizationName := "the Headwater authors",
    ThisBuild / organizationHomepage := repository.map(url(_)),
    ThisBuild / developers := repository.toList
      .map(at => Developer("headwater", "the Headwater authors", "", url(at))),
    ThisBuild / scmInfo := repository.map(at => ScmInfo(url(at), s"scm:git:$at.git"))
  )

  /** Each published jar has the licence in its manifest. */
  private def licensed(task: Scoped): Setting[_] =
    task / packageOptions += Package.ManifestAttributes(
      "Bundle-License" -> spdx,
      "SPDX-License-Identifier" -> spdx
    )

  /** A module that is published as it is, with the dependencies that its POM names. */
  def library(title: String): Seq[Setting[_]] = Seq(
    description := title,
    makePomConfiguration ~= (_.withConfigurations(Vector(Compile, Runtime)))
  ) ++ inConfig(Compile)(Seq(packageBin, packageSrc, packageDoc).map(licensed))

  /** The agent jar: its POM names no dependency, because the jar holds them. */
  def agent(modules: Seq[Project], api: Project, assembled: Scoped): Seq[Setting[_]] = Seq(
    description := "Column-level lineage of Spark queries as OpenLineage events: one jar and a listener",
    pomPostProcess := withoutDependencies,
    Compile / packageSrc / mappings := (packageSrc / mappings)
      .all(ScopeFilter(inProjects(modules.map(p => p: ProjectReference): _*), inConfigurations(Compile)))
      .value
      .flatten
      .sortBy(_._2),
    Compile / packageDoc / mappings := (api / Compile / packageDoc / mappings).value,
    thirdParty := thirdPartyTable.value,
    licensed(assembled)
  ) ++ inConfig(Compile)(Seq(packageSrc, packageDoc).map(licensed))

  /** Without these, a module has no page of documentation. */
  val javadoc: Seq[Setting[_]] = Seq(
    Compile / doc / sources := (Compile / sources).value,
    Compile / doc / javacOptions := Seq("--release", "8", "-encoding", "UTF-8", "-quiet", "-notimestamp") ++
      Seq("-Xdoclint:none", "-windowtitle", s"Headwater agent ${version.value}")
  )

  val scaladoc: Seq[Setting[_]] = Seq(
    Compile / doc / sources := (Compile / sources).value,
    Compile / doc / scalacOptions := Seq("-encoding", "UTF-8", "-no-link-warnings") ++
      Seq("-doc-title", "Headwater interfaces for Scala", "-doc-version", version.value)
  )

  private val withoutDependencies: Node => Node = new RuleTransformer(new RewriteRule {
    override def transform(node: Node): NodeSeq = node match {
      case e: Elem if e.label == "dependencies" => NodeSeq.Empty
      case other => other
    }
  }).apply(_)

  /** Columns: group, name, version, licences (name and address), home page, path of the jar. */
  private def thirdPartyTable = Def.task {
    val lines = for {
      report <- update.value.configuration(Runtime).toSeq
      module <- report.modules
      (artifact, jar) <- module.artifacts
      if artifact.extension == "jar" && module.module.organization != organization.value
    } yield {
      val id = module.module
      val terms = module.licenses.map { case (name, address) => s"$name <${address.getOrElse("")}>" }
      Seq(
        id.organization,
        id.name,
        id.revision,
        terms.mkString("; "),
        module.homepage.getOrElse(""),
        jar.getPath
      )
        .map(_.replaceAll("\\s+", " "))
        .mkString("\t")
    }
    val file = target.value / "third-party.tsv"
    IO.writeLines(file, lines.sorted)
    file
  }
}
