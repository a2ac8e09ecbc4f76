package io.headwater.shell.extensions.snapshot

import java.lang.reflect.Modifier

import scala.util.Try

/** The names of a case class's constructor arguments, in their order. Scala 2.12 does not keep these names, and reflection
  * returns fields in no defined order. So each argument is matched with the first unused accessor that has its value.
  */
private[shell] object ProductNames {
  def of(p: Product): Vector[String] = {
    val accessors = p.getClass.getDeclaredFields.toVector
      .filterNot(f => Modifier.isStatic(f.getModifiers) || f.getName.contains("$"))
      .flatMap(f => Try(p.getClass.getMethod(f.getName)).toOption)
      .filter(m => Modifier.isPublic(m.getModifiers))
      .map(m => m.getName -> Try(m.invoke(p)).getOrElse(NoValue))
    p.productIterator.foldLeft((Vector.empty[String], accessors)) { case ((names, unused), value) =>
      val at = unused.indexWhere { case (_, v) => same(v, value) }
      if (at < 0) (names :+ s"_${names.size + 1}", unused)
      else (names :+ unused(at)._1, unused.patch(at, Nil, 1))
    }._1
  }

  private object NoValue

  private def same(a: Any, b: Any): Boolean = (a, b) match {
    case (x: AnyRef, y: AnyRef) if x eq y => true
    case (x: Number, y: Number) => x == y
    case (x: java.lang.Boolean, y: java.lang.Boolean) => x == y
    case (x: java.lang.Character, y: java.lang.Character) => x == y
    case _ => a == null && b == null
  }
}
