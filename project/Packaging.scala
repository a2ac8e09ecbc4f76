import sbt.Keys._
import sbt._
import sbtassembly.AssemblyPlugin.autoImport._

/** What goes into the agent jar, and under which names. */
object Packaging {

  /** The published agent relocates to this prefix; extension jars built against it may name classes there. */
  private val shaded = "io.openlineage.spark.shaded"

  /** `io.openlineage.client` and Micrometer, which it shows, are left as they are: extension jars compile against them,
    * and the published agent has them so, too.
    */
  private val relocated = Seq(
    "com.fasterxml",
    "org.apache.commons.lang3",
    "org.yaml.snakeyaml",
    "org.HdrHistogram"
  )

  /** The HTTP client writes each request to its log at DEBUG, credentials and all, under loggers named for its packages.
    * Below the published agent's prefix it would do so for whoever asks for the log of `io.openlineage`.
    */
  private val quiet = "headwater.shaded"
  private val httpClient = "org.apache.hc"

  /** Brought by Spark (slf4j), or needed by nothing that the agent reaches. */
  private val left = Seq("org.slf4j.**", "org.apache.commons.logging.**", "org.jspecify.**", "scala.**")

  private val unwanted = Seq(
    "META-INF/maven/",
    "META-INF/versions/",
    "META-INF/proguard/",
    "META-INF/com.android.tools/",
    "META-INF/native-image/",
    "META-INF/micrometer-",
    "log4j.properties",
    "io/openlineage/server/"
  )

  /** Micrometer's meters of other libraries (Jetty, gRPC, Kafka): 0.4 MB that the client's metrics do not use. */
  private val otherLibrariesMeters = ".*/micrometer/core/instrument/binder/[^/]+/.*"

  /** Micrometer's aspects: nothing weaves them. */
  private val aspects = ".*/micrometer/(core|observation)/aop/.*"

  /** What of SnakeYAML nothing in the jar reaches, by what `jdeps -v` lists, 0.1 MB, and its emitter: Jackson uses its parser, and
    * only what writes YAML, which nothing here does, needs the emitter.
    */
  private val unusedYaml = Seq(
    "(composer|constructor|emitter|env|extensions|external/biz|introspector|representer)/.*",
    "(Yaml|TypeDescription|error/MissingEnvironment|internal/Logger|reader/UnicodeReader|serializer/Serializer)[.$\\w]*",
    "nodes/(Anchor|Collection|Mapping|Scalar|Sequence)Node[.$\\w]*",
    "nodes/NodeTuple[.]class",
    "util/(ArrayUtils|EnumUtils|MergeUtils|PlatformFeatureDetector|Tuple)[.$\\w]*"
  ).mkString(".*org/yaml/snakeyaml/(", "|", ")")

  /** What users' builds compile extensions against, with all that compilers and editors read. */
  private val compiledAgainst = "io/openlineage/(?!spark/(shaded/|agent/OpenLineageSparkListener)).*"

  /** scripts/pack_jar adds the licences and the notice of what is in the jar. It leaves out the classes of the HTTP client,
    * commons-lang3 and HdrHistogram that nothing in the jar names.
    */
  private val legal = "(?i)META-INF/(.*/)?[\\w-]*(LICENSE|NOTICE|DEPENDENCIES)(\\.\\w+)?"

  /** The version as a file in the jar, for the log and every `_producer`; and the address of the repository, if the build
    * knows it.
    */
  val versionResource: Setting[_] = Compile / resourceGenerators += Def.task {
    val folder = (Compile / resourceManaged).value / "io" / "headwater"
    val contents = Vector("version" -> version.value) ++ Publishing.repository.map("repository" -> _)
    contents.map { case (name, text) =>
      IO.write(folder / name, text)
      folder / name
    }
  }

  def settings(scala: String): Seq[Setting[_]] = Seq(
    assembly / assemblyJarName := s"headwater-agent_${CrossVersion.binaryScalaVersion(scala)}.jar",
    assembly / assemblyOption ~= (_.withIncludeScala(false)),
    assembly / test := {},
    assembly := assembly.dependsOn(Publishing.thirdParty).value, // for the notice that scripts/pack_jar adds
    assembly / assemblyShadeRules :=
      (relocated.map(_ -> shaded) :+ (httpClient -> quiet)).map { case (p, prefix) =>
        ShadeRule.rename(s"$p.**" -> s"$prefix.$p.@1").inAll
      } :+ ShadeRule.zap(left: _*).inAll,
    assembly / assemblyMergeStrategy := {
      case "module-info.class" => MergeStrategy.discard
      case p if p.endsWith("/package-info.class") => MergeStrategy.discard // annotations for compilers
      case p if unwanted.exists(p.startsWith) => MergeStrategy.discard
      case p if p.matches(otherLibrariesMeters) => MergeStrategy.discard
      case p if p.matches(aspects) => MergeStrategy.discard
      case p if p.matches(unusedYaml) => MergeStrategy.discard
      case p if p.startsWith("META-INF/services/") => MergeStrategy.filterDistinctLines
      case p if p.matches(legal) => MergeStrategy.discard
      case p if p.startsWith("io/headwater/") && p.endsWith(".class") => ClassFiles.ofAgent
      case p if p.endsWith(".class") && !p.matches(compiledAgainst) => ClassFiles.ofLibrary
      case p => MergeStrategy.defaultMergeStrategy(p)
    }
  )
}
