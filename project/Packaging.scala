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

  /** The HTTP client's asynchronous half, its servers, its HTTP/2 and its forms, 0.8 MB; the agent sends with the classic
    * half, which names none of them.
    */
  private val asynchronous = Seq(
    "org/apache/hc/core5/http2/frame/",
    "org/apache/hc/core5/http2/hpack/",
    "org/apache/hc/core5/http2/impl/",
    "org/apache/hc/core5/http2/priority/",
    "org/apache/hc/core5/http/impl/bootstrap/",
    "org/apache/hc/core5/http/impl/nio/",
    "org/apache/hc/core5/http/nio/entity/",
    "org/apache/hc/core5/http/nio/support/",
    "org/apache/hc/client5/http/async/methods/",
    "org/apache/hc/client5/http/entity/mime/",
    "org/apache/hc/client5/http/impl/async/",
    "org/apache/hc/client5/http/impl/nio/"
  )

  /** Its threads for many connections; what is said of TLS below that package stays. */
  private val reactor = ".*org/apache/hc/core5/reactor/[^/]+"

  /** What of the HTTP client nothing in the jar reaches, by what `jdeps -v` lists, 0.3 MB: its servers, NTLM and Kerberos,
    * other connection managers and TLS strategies, and what is left of HTTP/2.
    */
  private val unusedHttp = Seq(
    "client5/http/(async|nio|validator)/",
    "client5/http/impl/auth/(NTLM|GGSScheme|Kerberos|SPNego)",
    "client5/http/impl/classic/(AbstractBackoff|ExponentialBackoff|FutureRequest|HttpRequestTask|LinearBackoff)",
    "client5/http/impl/classic/ProxyClient",
    "client5/http/impl/io/BasicHttpClientConnectionManager",
    "client5/http/ssl/(Conscrypt|SpkiPinning|SSLConnectionSocketFactory)",
    "client5/http/impl/compat/ClassicToAsync",
    "core5/http/impl/HttpProcessors",
    "core5/http/impl/routing/",
    "core5/http/impl/io/(DefaultBHttpServer|HttpService)",
    "core5/http/io/support/(AbstractHttpServer|ClassicResponse|Http)",
    "core5/http/nio/(command/|ssl/Basic)",
    "core5/http/protocol/(BasicHttpContext|ForwardedRequest|HttpDateGenerator|LookupRegistry|UriPattern|UriRegex|ViaRequest)",
    "core5/http/protocol/Request(Conformance|ConnControl|Date|ExpectContinue|HandlerRegistry|TE|ValidateHost)[.$]",
    "core5/http/protocol/Response(Conformance|ConnControl|Content|Date|Server)[.$]",
    "core5/http/nio/[^/]+$",
    "core5/http/support/Basic",
    "core5/http2/(config|nio|protocol)/",
    "core5/http2/ssl/(Conscrypt|H2Client|H2Server)",
    "core5/reactor/ssl/SSL(IOSession|ManagedBuffer)"
  ).mkString(".*org/apache/hc/(", "|", ").*")

  /** What of commons-lang3 nothing in the jar reaches, by what `jdeps -v` lists: 0.3 MB. */
  private val unusedLang3 = {
    val classes = Seq(
      "(AnnotationUtils|ArchUtils|CharRange|CharSet|CharSetUtils|Conversion|EnumUtils|RandomStringUtils)",
      "(Functions|RandomUtils|SerializationUtils|Streams|ThreadUtils)",
      "(BitField|CachedRandomBits|CharEncoding|ClassLoaderUtils|ClassPathUtils|DoubleRange|IntegerRange)",
      "(JavaVersion|NotImplementedException|RuntimeEnvironment|SerializationException|SystemProperties|SystemUtils)",
      "exception/(Contexted|DefaultException|Unchecked(Illegal|Interrupted|Reflective))\\w*",
      "math/(Fraction|IEEE754rUtils)",
      "mutable/Mutable(Boolean|Byte|Double|Float|Long|Object|Short)",
      "reflect/(ConstructorUtils|FieldUtils|InheritanceUtils|TypeLiteral)",
      "tuple/(\\w*Triple|MutablePair)",
      "text/(ExtendedMessageFormat|StrLookup|StrSubstitutor|WordUtils)",
      "function/MethodInvokers",
      "builder/(Diff\\w*|ReflectionDiffBuilder|MultilineRecursiveToStringStyle|RecursiveToStringStyle|StandardToStringStyle)"
    ).map(_ + "[.$].*")
    val all = Seq("(concurrent|event|compare|arch)/.*", "time/(?!DurationUtils).*") ++ classes
    all.mkString(".*org/apache/commons/lang3/(", "|", ")")
  }

  /** What of HdrHistogram nothing in the jar reaches, by what `jdeps -v` lists: 0.05 MB. */
  private val unusedHistograms =
    ".*/HdrHistogram/(HistogramLog|SingleWriter|Recorder|Synchronized|(Int|Short)Counts|packedarray/PackedArray(Single|Recorder)).*"

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

  /** scripts/pack_jar adds the licences and the notice of what is in the jar. */
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
      case p if asynchronous.exists(p.contains) => MergeStrategy.discard
      case p if p.matches(reactor) => MergeStrategy.discard
      case p if p.matches(unusedHttp) => MergeStrategy.discard
      case p if p.matches(otherLibrariesMeters) => MergeStrategy.discard
      case p if p.matches(aspects) => MergeStrategy.discard
      case p if p.matches(unusedLang3) => MergeStrategy.discard
      case p if p.matches(unusedHistograms) => MergeStrategy.discard
      case p if p.matches(unusedYaml) => MergeStrategy.discard
      case p if p.startsWith("META-INF/services/") => MergeStrategy.filterDistinctLines
      case p if p.matches(legal) => MergeStrategy.discard
      case p if p.startsWith("io/headwater/") && p.endsWith(".class") => ClassFiles.ofAgent
      case p if p.endsWith(".class") && !p.matches(compiledAgainst) => ClassFiles.ofLibrary
      case p => MergeStrategy.defaultMergeStrategy(p)
    }
  )
}
