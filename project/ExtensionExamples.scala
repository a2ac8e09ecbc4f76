import sbt.Keys._
import sbt._

object ExtensionExamples {

  /** What is compiled against this class is linked against a class that is not there. */
  private val missing = "com/acme/broken/Missing.class"

  /** Compiled as by their authors: the published jar names annotations that it does not hold. */
  val foreign: Seq[Setting[_]] = Seq(
    javacOptions := Seq("--release", "8"),
    Compile / packageBin / mappings ~= (_.filterNot { case (_, path) => path == missing })
  )
}
