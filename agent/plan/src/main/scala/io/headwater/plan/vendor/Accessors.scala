package io.headwater.plan.vendor

/** Reads a node of a library that is not compiled against, by the names of its accessors. */
final class Accessors(node: AnyRef) {

  /** The value of the parameterless method `name`.
    *
    * @throws java.lang.NoSuchMethodException where this version of the library has no such accessor: the walk's guard
    *   turns it into a gap that names the node
    */
  def value[A](name: String): A = node.getClass.getMethod(name).invoke(node).asInstanceOf[A]
}
