package io.headwater.shell.extensions.python

import io.headwater.shell.extensions.python.peers.Peer
import io.headwater.shell.extensions.snapshot.{ExtensionPattern, Hook, Hooks}

/** The namers and filters without which no event may be sent: those of the configuration, and those whose authors have
  * marked them. What the host has of them holds while the host is away. Used on the worker thread only.
  *
  * @param configured
  *   names, and patterns such as `acme:*`
  */
private[python] final class RequiredExtensions(configured: Set[String]) {
  private val patterns = configured.map(ExtensionPattern(_))
  private var ofHost = Set.empty[String]
  private var ofOthers = Set.empty[String]

  /** A required extension that none of the processes has, or a pattern for which none of them has an extension. */
  def missing(connected: Vector[Peer]): Option[String] = {
    val (hosts, others) = connected.partition(_.isHost)
    if (hosts.nonEmpty) ofHost = hosts.flatMap(peer => required(peer.hooks)).toSet
    ofOthers = others.flatMap(_.hooks.required).toSet
    if (configured.isEmpty && ofHost.isEmpty) None
    else {
      val present = connected.flatMap(_.hooks.all).map(_.extension).toSet
      val unmatched = patterns.filterNot(p => present.exists(p.matches)).map(_.text)
      (unmatched ++ (ofHost -- present)).toVector.sorted.headOption
    }
  }

  /** The hooks that belong to a required extension. */
  def among(hooks: Vector[Hook]): Vector[Hook] = hooks.filter(h => contains(h.extension))

  /** Those that are marked, and those that a pattern matches, also if they could not be loaded. */
  private def required(hooks: Hooks): Set[String] =
    if (patterns.isEmpty) hooks.required
    else {
      val reviewers = hooks.all.collect { case r: Hook.Reviewer => r.extension }
      hooks.required ++ (reviewers ++ hooks.problems.map(_.extension)).filter(isConfigured)
    }

  private def contains(extension: String): Boolean =
    isConfigured(extension) || ofHost(extension) || ofOthers(extension)

  private def isConfigured(extension: String): Boolean = patterns.exists(_.matches(extension))
}
