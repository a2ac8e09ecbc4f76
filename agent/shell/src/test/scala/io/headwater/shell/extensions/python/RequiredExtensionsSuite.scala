package io.headwater.shell.extensions.python

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.ExtensionError
import io.headwater.shell.extensions.python.peers.Peer
import io.headwater.shell.extensions.snapshot.{Hook, Hooks}

class RequiredExtensionsSuite extends AnyFunSuite {
  private val drop = Hook.Filter(1, "acme.rules:drop")
  private val team = Hook.Builder(2, "acme.rules:Team", Vector.empty)

  private def peer(isHost: Boolean, failed: Vector[String], hooks: Hook*): Peer =
    new Peer("s", isHost, Hooks(hooks.toVector, failed.map(ExtensionError(_, "load", "no"))), 1000)

  private def host(hooks: Hook*): Peer = peer(isHost = true, Vector.empty, hooks: _*)

  for (pattern <- Vector("acme.rules:drop", "acme.rules:*", "acme.rules.*", "acme.*"))
    test(s"$pattern requires the extensions for which it stands") {
      val required = new RequiredExtensions(Set(pattern))
      assert(required.missing(Vector.empty) == Some(pattern))
      assert(required.missing(Vector(host(Hook.Filter(1, "other:drop")))) == Some(pattern))
      assert(required.missing(Vector(host(drop, team))).isEmpty)
      assert(required.among(Vector(drop, Hook.Filter(3, "other:drop"))) == Vector(drop))
    }

  test("a pattern stands for no other module") {
    for (pattern <- Vector("acme:*", "acm.*", "acme.rules.drop.*", "acme.rules.drop:*"))
      assert(new RequiredExtensions(Set(pattern)).missing(Vector(host(drop))) == Some(pattern))
  }

  test("a namer or filter that a pattern matches is missed while the host is away") {
    val required = new RequiredExtensions(Set("acme.*"))
    val other = peer(isHost = false, Vector.empty, Hook.Namer(4, "acme.job:names"))
    assert(required.missing(Vector(host(drop, team), other)).isEmpty)
    assert(required.missing(Vector(other)) == Some("acme.rules:drop"))
  }

  test("an extension that a pattern matches and that could not be loaded is missed") {
    val required = new RequiredExtensions(Set("acme.*"))
    assert(required.missing(Vector(peer(isHost = true, Vector("acme.rules:mask"), drop))) ==
      Some("acme.rules:mask"))
    assert(required.missing(Vector(peer(isHost = true, Vector("other:mask"), drop))).isEmpty)
  }
}
