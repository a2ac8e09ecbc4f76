package io.headwater.shell.doctor

/** What the options of the driver's JVM say about the network: proxies, and Java's stores of certificates. The doctor's JVM
  * is not started with them.
  */
private[doctor] object NetworkProperties {

  /** `extraJavaOptions` come last, as in Spark. */
  private val keys = Vector("spark.driver.defaultJavaOptions", "spark.driver.extraJavaOptions")
  private val prefixes = Vector("http.", "https.", "java.net.", "javax.net.ssl.")

  /** An option, which may have quoted parts with spaces. */
  private val option = """(?:[^\s"']|"[^"]*"|'[^']*')+""".r

  def of(conf: Map[String, String]): Map[String, String] =
    keys.flatMap(conf.get).flatMap(option.findAllIn(_)).map(_.replaceAll("[\"']", "")).collect {
      case text if prefixes.exists(p => text.startsWith(s"-D$p")) =>
        val (name, value) = text.drop(2).span(_ != '=')
        name -> value.drop(1)
    }.toMap

  def set(conf: Map[String, String]): Unit =
    of(conf).foreach { case (name, value) => System.setProperty(name, value) }
}
