package io.headwater.shell.config

import io.headwater.model.ConfigTree.Leaf
import io.headwater.model.{Declared, Owner}

/** What the configuration says of all jobs and runs, and what of it cannot be used: that costs its facet alone. */
private[config] final case class DeclaredConfig(declared: Declared, warnings: Vector[String])

private[config] object DeclaredConfig {

  def read(reading: Reading, env: Map[String, String]): DeclaredConfig = {
    import ConfigKeys._
    import reading._
    val (time, noTime) = NominalTimes.read(reading, env)
    val (code, noCode) = SourceCode.read(reading, env)
    val declared = Declared(
      ownership(reading),
      TagsConfig.read(KeyPath.at(tree, jobTags.parts)),
      TagsConfig.read(KeyPath.at(tree, runTags.parts)),
      (names(environment) ++ names(environmentToo)).distinct.flatMap(name =>
        env.get(name).map(value => name -> redactor.property(name, value))
      ),
      time,
      text(description).map(redactor.text),
      code
    )
    DeclaredConfig(declared, noTime ++ noCode)
  }

  private def ownership(reading: Reading): Vector[Owner] =
    KeyPath.at(reading.tree, Vector("job", "owners")).toVector.flatMap(KeyPath.leaves(_)).flatMap {
      case (path, Leaf(name)) => Vector(Owner(path.mkString("."), name.trim)).filter(_.name.nonEmpty)
      case (path, several) => reading.listed(several).map(Owner(path.mkString("."), _))
    }
}
