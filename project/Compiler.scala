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

  /** A function that is passed to a method of `Option` becomes a part of the calling method, so that the JVM has no class
    * to make for it when the agent starts. `Option`'s methods are the same in all versions of Scala's library. Nothing of
    * the agent itself is inlined: sbt would not compile the callers again when a method changes.
    */
  val inlining: Seq[String] = Seq("-opt:l:inline", "-opt-inline-from:scala.Option", "-opt-warnings:none")

  def options(scala: String): Seq[String] =
    if (scala == Versions.scala212)
      common ++ Seq("-Ywarn-unused:imports,privates,locals,implicits", "-Xsource:3", "-Ypartial-unification")
    else common ++ Seq("-Wunused:imports,privates,locals,implicits", "-Xsource:3-cross")
}
