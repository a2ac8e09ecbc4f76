package io.headwater.emit.naming

import java.time.Duration

import io.headwater.util.LimitedCalls
import io.openlineage.client.dataset.namespace.resolver.{DatasetNamespaceResolver, HostListNamespaceResolver}
import io.openlineage.client.dataset.partition.trimmer.DatasetNameTrimmer

/** Puts a time limit on the resolvers and trimmers that users have written, and on resolvers with a user's pattern, which
  * may backtrack without end: they are called on the thread that reads all plans. One that has not answered in time
  * changes no name any more.
  */
private[naming] final class UserRules(warn: String => Unit) {
  import UserRules._

  /** Lists of hosts are returned as they are. */
  def limited(resolver: DatasetNamespaceResolver): DatasetNamespaceResolver =
    if (resolver.isInstanceOf[HostListNamespaceResolver]) resolver
    else {
      val calls = callsOf(resolver)
      new DatasetNamespaceResolver {
        def resolve(namespace: String): String = calls(resolver.resolve(namespace)).getOrElse(namespace)
      }
    }

  def limited(trimmer: DatasetNameTrimmer): DatasetNameTrimmer = {
    val calls = callsOf(trimmer)
    new DatasetNameTrimmer {
      override def canTrim(name: String): Boolean = calls(trimmer.canTrim(name)).getOrElse(false)
      override def trim(name: String): String = calls(trimmer.trim(name)).getOrElse(name)
    }
  }

  private def callsOf(rule: AnyRef): LimitedCalls = new LimitedCalls(
    "headwater-naming",
    limit,
    () =>
      warn(s"${rule.getClass.getName} did not answer within ${limit.toMillis} ms, and is not called again")
  )
}

private object UserRules {
  val limit: Duration = Duration.ofSeconds(2)
}
