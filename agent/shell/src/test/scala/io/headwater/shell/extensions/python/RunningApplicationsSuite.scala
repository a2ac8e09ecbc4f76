package io.headwater.shell.extensions.python

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.util.Deadline

final class RunningApplicationsSuite extends AnyFunSuite {
  private def open(application: String): Boolean =
    Deadline.within("open", Duration.ofSeconds(5))(RunningApplications.open(application))
      .toOption.exists(_.contains("is not running for this application"))

  test("an application does not wait for another one that Spark has given up while it started") {
    RunningApplications.agentStarting("given-up")
    RunningApplications.agentStarting("later")
    RunningApplications.agentStarted("later") // its agent is off
    assert(open("later"))
    RunningApplications.agentStarted("given-up")
  }

  test("a program waits for the agent of its application") {
    RunningApplications.agentStarting("slow")
    val waiting = Deadline.within("wait", Duration.ofMillis(500))(RunningApplications.open("slow"))
    assert(waiting.fold(Deadline.isTimeout, _ => false))
    RunningApplications.agentStarted("slow")
    assert(open("slow"))
  }
}
