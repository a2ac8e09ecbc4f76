package io.headwater.emit.transport

import java.util.Locale

import io.openlineage.client.transports.HttpTransportResponseException

/** The answer of a backend that accepts only producers that it knows. DataHub derives the orchestrator of a job from the
  * producer's address, and answers with status 500 if it cannot.
  */
private[transport] object UnknownProducer {
  private val subjects = Vector("orchestrator", "producer")
  private val verbs = Vector("unable", "unknown", "cannot", "not ", "unsupported")

  val fix =
    "; the backend does not know the producer of the event: set spark.openlineage.producer to a URI that it knows"

  def isCause(e: Throwable): Boolean = e match {
    case response: HttpTransportResponseException =>
      val text = Option(response.getBody).getOrElse("").toLowerCase(Locale.ROOT)
      subjects.exists(text.contains) && verbs.exists(text.contains)
    case _ => false
  }
}
