package io.headwater.shell.context

import java.text.Normalizer

import io.headwater.model.Redactor

/** Job names as the published agent builds them: `application.command.table`. */
object JobNames {

  /** `My App-1` is `my_app_1`, `InsertIntoHadoopFs` is `insert_into_hadoop_fs`. Secrets go first: nobody would know them
    * again in what is left.
    */
  def snake(name: String, redactor: Redactor = Redactor.default): String = {
    val plain = Normalizer.normalize(redactor.text(name), Normalizer.Form.NFD).replaceAll("\\p{M}", "")
    val words = plain
      .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
      .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
      .replaceAll("[^A-Za-z0-9]+", "_")
      .toLowerCase
    words.stripPrefix("_").stripSuffix("_")
  }

  def query(application: String, command: String, suffix: Option[String]): String =
    (Seq(application, command).filter(_.nonEmpty) ++ suffix).mkString(".")

  /** The name of what a query does: its physical plan's root. */
  def command(node: String, otherwise: => String): String =
    snake(Option(node).filter(_.nonEmpty).getOrElse(otherwise))
}
