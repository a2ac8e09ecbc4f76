package io.headwater.plan.naming

import org.apache.hadoop.fs.Path

/** Paths with wildcards, as Hadoop's file systems expand them. */
object Globs {
  private val wildcards = "*?[{"

  def isGlob(path: Path): Boolean = hasWildcard(path.toUri.getPath)

  /** Most paths are no globs, which their texts show. */
  def isGlob(path: String): Boolean = hasWildcard(path) && isGlob(new Path(path))

  /** The folder above the first part with a wildcard: `/in` for `/in/2024-*`. A path without a wildcard is returned. */
  def folder(path: Path): Path =
    parents(path).reverse.takeWhile(p => !hasWildcard(p.getName)).lastOption.getOrElse(path)

  private def parents(path: Path): Vector[Path] =
    Iterator.iterate(path)(_.getParent).takeWhile(_ != null).toVector

  private def hasWildcard(text: String): Boolean = text.exists(c => wildcards.indexOf(c.toInt) >= 0)
}
