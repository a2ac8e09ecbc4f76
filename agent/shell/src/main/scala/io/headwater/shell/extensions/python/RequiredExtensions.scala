package io.headwater.shell.extensions.python

import io.headwater.shell.extensions.python.peers.Peer
import io.headwater.shell.extensions.snapshot.Hook

/** The namers and filters without which no event may be sent: those of the configuration, and those whose authors have
  * marked them. What the host has marked holds while the host is away. Used on the worker thread only.
  */
private[python] final class RequiredExtensions(configured: Set[String]) {
  private var ofHost = Set.empty[String]
  private var ofOthers = Set.empty[String]

  /** A required extension that none of the processes has. */
  def missing(connected: Vector[Peer]): Option[String] = {
    val (hosts, others) = connected.partition(_.isHost)
    if (hosts.nonEmpty) ofHost = hosts.flatMap(_.hooks.required).toSet
    ofOthers = others.flatMap(_.hooks.required).toSet
    val all = configured ++ ofHost
    if (all.isEmpty) None
    else (all -- connected.flatMap(_.hooks.all).map(_.extension)).toVector.sorted.headOption
  }

  /** The hooks that belong to a required extension. */
  def among(hooks: Vector[Hook]): Vector[Hook] = hooks.filter(h => contains(h.extension))

  private def contains(extension: String): Boolean =
    configured(extension) || ofHost(extension) || ofOthers(extension)
}
