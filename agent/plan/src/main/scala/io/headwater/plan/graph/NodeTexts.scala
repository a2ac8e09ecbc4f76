package io.headwater.plan.graph

import scala.collection.mutable

import io.headwater.util.Attempts

/** The texts of nodes, each computed once, and only if a text of its node or of a later one is wanted. A text may contain
  * texts of earlier nodes. They are computed in the order of the nodes, so there is no deep recursion.
  */
private[graph] final class NodeTexts {
  private val open = mutable.Queue.empty[(Int, () => Option[String])]
  private val texts = mutable.HashMap.empty[Int, String]
  private val changes = mutable.HashMap.empty[Int, String => String]
  private var computing = false

  def add(node: Int, text: () => Option[String]): Unit = open.enqueue((node, text))

  /** Changes the text of a node, if it has one. */
  def change(node: Int, to: String => String): Unit = {
    texts.get(node).foreach(text => texts(node) = to(text))
    changes(node) = changes.get(node).fold(to)(_.andThen(to))
  }

  def apply(node: Int): Option[String] = {
    if (!computing) {
      computing = true
      try while (open.headOption.exists(_._1 <= node)) compute()
      finally computing = false
    }
    texts.get(node)
  }

  private def compute(): Unit = {
    val (node, text) = open.dequeue()
    Attempts.nonFatal(text()).toOption.flatten.foreach { found =>
      texts(node) = changes.get(node) match {
        case Some(change) => change(found)
        case None => found
      }
    }
  }
}
