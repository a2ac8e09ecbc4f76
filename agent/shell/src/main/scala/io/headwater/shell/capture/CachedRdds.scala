package io.headwater.shell.capture

import org.apache.spark.rdd.RDD

import io.headwater.shell.environment.Contexts
import io.headwater.util.Attempts

private[shell] object CachedRdds {

  /** An RDD that the program has marked to be kept, as `localCheckpoint` does. Spark keeps weak references to them. */
  def find(id: Int): Option[RDD[_]] =
    Attempts.nonFatal(Option(Contexts.active).flatMap(_.getPersistentRDDs.get(id))).toOption.flatten
}
