package io.headwater.util

private[headwater] object ClassLoaders {

  /** The class loader that finds users' classes: that of the thread, or the agent's own if the thread has none. */
  def ofUser: ClassLoader =
    Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
}
