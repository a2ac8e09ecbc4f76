package io.headwater.shell.extensions.jvm

import java.util.ServiceLoader

import io.headwater.model.ExtensionError
import io.headwater.shell.extensions.BoundedCalls

/** What `ServiceLoader` finds; a provider that cannot be made is named and left out. */
private[jvm] object Services {

  /** More names than this are not looked at: a file that cannot be read may be met again and again. */
  private val most = 1000

  def load[A <: AnyRef](service: Class[A], loader: ClassLoader, bounded: BoundedCalls)
      : (Vector[A], Vector[ExtensionError]) = {
    val found = ServiceLoader.load(service, loader).iterator
    val tried = Iterator.continually(
      bounded.ask(service.getName, "load")(if (found.hasNext) Some(found.next()) else None)
    ).take(most).takeWhile(!_.contains(None)).toVector
    (tried.collect { case Right(Some(made)) => made }, tried.collect { case Left(e) => e }.distinct)
  }
}
