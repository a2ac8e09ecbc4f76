package io.headwater.util

import java.lang.{Boolean => JBoolean}
import java.util.{Collections, IdentityHashMap, Set => JSet}

/** Sets that compare by reference: equal nodes of a plan can be different ones. */
private[headwater] object IdentitySet {
  def empty[A <: AnyRef]: JSet[A] = Collections.newSetFromMap(new IdentityHashMap[A, JBoolean])
}
