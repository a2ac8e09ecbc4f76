package io.openlineage.spark.extension;

/**
 * Found by {@code ServiceLoader}: a library that carries the published Java interfaces under a package of its own says
 * which.
 */
public interface OpenLineageExtensionProvider {

  /** What the package {@code io.openlineage.spark.shade} has become. */
  String shadedPackage();

  /** The class that reads the library's objects. */
  default String getVisitorClassName() {
    return shadedPackage() + ".extension.v1.lifecycle.plan.SparkOpenLineageExtensionVisitor";
  }
}
