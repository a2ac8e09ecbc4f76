package io.headwater.shell.config

import java.time.Duration

import io.headwater.config.ConfigTree

/** The extensions in Python.
  *
  * @param extensions
  *   the extensions to load, each as `package.module:name`
  * @param discover
  *   whether the extensions of installed packages are loaded
  * @param startTimeout
  *   the maximum time that the first event waits for the start of the host
  * @param maxMemoryMegabytes
  *   what extensions may allocate after they are loaded; 0 if there is no limit
  * @param getters
  *   the methods that a path of a visitor may call
  * @param required
  *   the namers and filters without which no event is sent
  * @param timeouts
  *   how long the calls of one extension for an event may take, in milliseconds
  * @param options
  *   what `setup` of an extension gets, by the rest of the key
  */
final case class PythonConfig(
    extensions: Vector[String] = Vector.empty,
    discover: Boolean = false,
    disabled: Vector[String] = Vector.empty,
    interpreter: Option[String] = None,
    timeout: Duration = Duration.ofSeconds(2),
    startTimeout: Duration = Duration.ofSeconds(10),
    maxAnswerBytes: Int = 1 << 20,
    maxMemoryMegabytes: Long = 1024,
    getters: Vector[Getter] = Vector.empty,
    required: Vector[String] = Vector.empty,
    timeouts: Map[String, Long] = Map.empty,
    options: Map[String, String] = Map.empty
) {

  /** Whether the agent starts an extension host, a process of its own. */
  def needsHost: Boolean = discover || extensions.nonEmpty

  /** Without the options, in which extensions get passwords. */
  override def toString: String = s"PythonConfig(${extensions.mkString(", ")})"
}

object PythonConfig extends ConfigSection {

  val extensions = names("python.extensions", "Python extensions, each as package.module:name.")
  val discover = flag(
    "python.discover",
    default = false,
    "Loads the extensions that installed Python packages register as entry points of the group " +
      "headwater.extensions."
  )
  val disabled = names(
    "python.disabled",
    "Python extensions that are not loaded, by the same names."
  )
  val interpreter = text(
    "python.exec",
    "Python interpreter of the extension host. Default: PySpark's interpreter (spark.pyspark.driver.python and so " +
      "on), else python3, on Windows python."
  )
  val timeout =
    millis(
      "python.timeoutMillis",
      from = 1,
      default = 2000,
      "Maximum time that an event waits for Python extensions."
    )
  val startTimeout = millis(
    "python.startTimeoutMillis",
    from = 1,
    default = 10000,
    "Maximum time that the first event waits for the start of the extension host."
  )
  val maxAnswerBytes = count(
    "python.maxAnswerBytes",
    from = 1000,
    default = 1048576,
    "Maximum size of one answer of the Python extensions."
  )
  val maxMemory = count(
    "python.maxMemoryMegabytes",
    from = 0,
    default = 1024,
    "Maximum memory that extensions in the host allocate after they are loaded, in MiB, on Linux. While they are " +
      "loaded, it is four times as much. 0: no limit."
  )

  val getters = key(
    "python.getters",
    KeyType.Names,
    "Methods without parameters that paths in `needs` and `node.live` may call on objects of a class, each as " +
      "package.Class.method, for example com.acme.AcmeTable.endpoint. They must be fast and change nothing."
  )(Getter.read)

  val required = names(
    "python.required",
    "Namers and filters, each as package.module:name (or package.module:* or package.*), without which no event is " +
      "sent: while one of them cannot be called, events wait; what waits at the end, or what makes it fail, becomes a " +
      "dead letter in the spool."
  )

  val timeouts = key(
    "python.timeouts",
    KeyType.Names,
    "Maximum time in milliseconds that the calls of one extension for an event may take, each as " +
      "package.module:name=milliseconds. python.timeoutMillis bounds all extensions together."
  )(ExtensionTimeout.read)

  val options = subtree(
    "python.options.**",
    "Options that the method setup(options) of extensions in Python gets, by the rest of the key."
  )

  def read(values: ConfigValues): PythonConfig =
    PythonConfig(
      extensions = extensions.read(values),
      discover = discover.read(values),
      disabled = disabled.read(values),
      interpreter = interpreter.read(values),
      timeout = timeout.read(values),
      startTimeout = startTimeout.read(values),
      maxAnswerBytes = ConfigValues.toInt(maxAnswerBytes.read(values)),
      maxMemoryMegabytes = maxMemory.read(values),
      getters = getters.read(values),
      required = required.read(values),
      timeouts = timeouts.read(values),
      options = options.read(values).fold(Map.empty[String, String])(texts(values, _))
    )

  private def texts(values: ConfigValues, tree: ConfigTree): Map[String, String] =
    KeyPath.leaves(tree).map {
      case (path, ConfigTree.Leaf(text)) => path.mkString(".") -> text
      case (path, list) => path.mkString(".") -> values.list(list).mkString(",")
    }.toMap
}
