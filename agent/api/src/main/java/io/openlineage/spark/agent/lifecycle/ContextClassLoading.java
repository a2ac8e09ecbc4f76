package io.openlineage.spark.agent.lifecycle;

/** Tests whether classes can be loaded, without initializing them. */
final class ContextClassLoading {
  private ContextClassLoading() {}

  static boolean canLoad(String className) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return loader != null && className != null && canLoad(className, loader);
  }

  private static boolean canLoad(String className, ClassLoader loader) {
    try {
      return loader.loadClass(className) != null;
    } catch (Exception | LinkageError notLoadable) {
      return false;
    }
  }
}
