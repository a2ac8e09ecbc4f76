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
    "-g:line", // stack traces keep their lines; names of locals, for debuggers, would be a tenth of the jar
    "-Xlint",
    "-Xfatal-warnings"
  )

  def options(scala: String): Seq[String] =
    if (scala == Versions.scala212)
      common ++ Seq("-Ywarn-unused:imports,privates,locals,implicits", "-Xsource:3", "-Ypartial-unification")
    else common ++ Seq("-Wunused:imports,privates,locals,implicits", "-Xsource:3-cross")
}
