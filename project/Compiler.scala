/** scalac flags: warnings are errors on both Scala versions. */
object Compiler {
  private val common = Seq(
    "-release",
    "8",
    "-encoding",
    "UTF-8",
    "-deprecation",
    "-feature",
    "-unchecked",
    "-Xlint",
    "-Xfatal-warnings"
  )

  def options(scala: String): Seq[String] =
    if (scala == Versions.scala212)
      common ++ Seq("-Ywarn-unused:imports,privates,locals,implicits", "-Xsource:3", "-Ypartial-unification")
    else common ++ Seq("-Wunused:imports,privates,locals,implicits", "-Xsource:3-cross")
}
