package io.headwater.shell.config

import java.time.Duration
import java.util.UUID

import io.headwater.config.ConfigTree

/** A section of the configuration: one object that declares its keys and reads them into the section's type.
  *
  * Each method below creates a key and registers it, so that a key is declared once: its type, default, documentation
  * and reader stand together. [[ConfigKeys.sections]] lists the sections, in the order of the reference.
  */
abstract class ConfigSection {
  private var registered: Vector[ConfigKey[Any]] = Vector.empty

  /** The keys in the order of their declaration. */
  final def keys: Vector[ConfigKey[Any]] = registered

  /** A key with its own reader. */
  final protected def key[A](
      name: String,
      kind: KeyType,
      doc: String,
      default: String = "",
      hasEffect: Boolean = true
  )(reader: (ConfigValues, ConfigKey[Any]) => A): ConfigKey[A] = {
    val declared = new ConfigKey(name, kind, default, doc, hasEffect, reader)
    registered :+= declared
    declared
  }

  /** A text without default. */
  final protected def text(name: String, doc: String): ConfigKey[Option[String]] =
    key(name, KeyType.Text, doc)(_.text(_))

  final protected def text(name: String, default: String, doc: String): ConfigKey[String] =
    key(name, KeyType.Text, doc, default)((values, key) => values.text(key).getOrElse(key.default))

  final protected def flag(
      name: String,
      default: Boolean,
      doc: String
  ): ConfigKey[Boolean] =
    key(name, KeyType.Flag, doc, default.toString)(_.flag(_))

  /** One of several values by its name, in any case. */
  final protected def choice[A](
      name: String,
      default: String,
      values: Vector[(String, A)],
      doc: String
  ): ConfigKey[A] =
    key(name, KeyType.Choice(values.map(_._1)), doc, default)(_.choice(_, values))

  final protected def count(
      name: String,
      from: Int,
      default: Long,
      doc: String
  ): ConfigKey[Long] =
    key(name, KeyType.Count(from), doc, default.toString)(_.count(_, from))

  /** A number without default. */
  final protected def optionalCount(
      name: String,
      from: Int,
      doc: String
  ): ConfigKey[Option[Long]] =
    key(name, KeyType.Count(from), doc) { (values, key) =>
      if (values.text(key).isEmpty) None else Some(values.count(key, from))
    }

  /** A number of milliseconds. */
  final protected def millis(
      name: String,
      from: Int,
      default: Long,
      doc: String
  ): ConfigKey[Duration] =
    key(name, KeyType.Count(from), doc, default.toString) { (values, key) =>
      Duration.ofMillis(math.min(values.count(key, from), ConfigValues.maxMillis))
    }

  final protected def names(name: String, doc: String, default: String = ""): ConfigKey[Vector[String]] =
    key(name, KeyType.Names, doc, default)(_.names(_))

  final protected def uuid(name: String, doc: String): ConfigKey[Option[UUID]] =
    key(name, KeyType.Uuid, doc)(_.uuid(_))

  /** A subtree that another component reads; `name` ends with `**`. */
  final protected def subtree(
      name: String,
      doc: String,
      default: String = ""
  ): ConfigKey[Option[ConfigTree]] =
    key(name, KeyType.Section, doc, default)(_.at(_))
}
