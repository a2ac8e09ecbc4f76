package io.headwater.plan.naming

import org.apache.hadoop.fs.Path

/** Paths with wildcards, as Hadoop's file systems expand them. */
object Globs {
  private val wildcards = "*?[{"

  def isGlob(path: Path): Boolean = parents(path).exists(hasWildcard)

  /** The folder above the first part with a wildcard: `/in` for `/in/2024-*`. A path without a wildcard is returned. */
  def folder(path: Path): Path =
    parents(path).reverse.takeWhile(!hasWildcard(_)).lastOption.getOrElse(path)

  private def parents(path: Path): Vector[Path] =
    Iterator.iterate(path)(_.getParent).takeWhile(_ != null).toVector

  private def hasWildcard(path: Path): Boolean = path.getName.exists(wildcards.contains(_))
}
