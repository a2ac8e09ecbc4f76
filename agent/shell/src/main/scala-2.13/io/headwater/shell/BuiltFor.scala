package io.headwater.shell

/** The version of Scala that this jar is for, as a constant that the compiler puts where it is named. */
object BuiltFor {
  final val scala = "2.13"
}
