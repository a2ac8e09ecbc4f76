package io.headwater.emit.transport.config

import java.io.{FileInputStream, InputStream}
import java.security.KeyStore
import java.security.cert.CertificateFactory
import java.util.Collections

import scala.util.{Failure, Success}

import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy
import org.apache.hc.core5.ssl.{SSLContextBuilder, SSLContexts}

import io.headwater.config.ConfigProblem
import io.headwater.util.{Attempts, ClassNames, JavaCollections}

/** Reads the section `sslContext` of an `http` section: the trust store and the key store of the agent. openlineage-java
  * only has a key store, and continues without it if it cannot be read. Without a trust store in the section, the trust
  * store of the JVM is used (`javax.net.ssl.trustStore`). Host names are always verified.
  */
private[transport] final class Tls(section: TransportSection) {
  import Tls._
  import section.problem

  def strategy: Either[ConfigProblem, DefaultClientTlsStrategy] = {
    val context = SSLContexts.custom()
    val password = text("storePassword")
    for {
      own <- keyStore(text("keyStorePath"), text("keyStoreType"), password)
      trusted <- store(
        "trustStorePath",
        text("trustStorePath"),
        text("trustStoreType"),
        text("trustStorePassword")
      )
      _ <- own.fold[Either[ConfigProblem, SSLContextBuilder]](Right(context)) { keys =>
        attempt("keyPassword", "does not open the key")(
          context.loadKeyMaterial(keys, chars(text("keyPassword").orElse(password)))
        )
      }
      _ = trusted.foreach(context.loadTrustMaterial(_, null))
    } yield new DefaultClientTlsStrategy(context.build())
  }

  /** The store with the agent's key. A PEM file has certificates only, so the backend would be shown none. */
  private def keyStore(
      path: Option[String],
      kind: Option[String],
      password: Option[String]
  ): Either[ConfigProblem, Option[KeyStore]] =
    if (path.isDefined && isPem(kind)) Left(problem("keyStoreType", kind.mkString, pemAsKeyStore))
    else
      store("keyStorePath", path, kind, password).flatMap {
        case Some(keys) if !hasKey(keys) =>
          Left(problem("keyStorePath", path.mkString, "holds no key; give the file with the agent's key"))
        case found => Right(found)
      }

  private def store(
      key: String,
      path: Option[String],
      kind: Option[String],
      password: Option[String]
  ): Either[ConfigProblem, Option[KeyStore]] =
    path.fold[Either[ConfigProblem, Option[KeyStore]]](Right(None)) { file =>
      Attempts.caught(read(file, kind, password)) match {
        case Success(store) if store.size > 0 => Right(Some(store))
        case Success(_) => Left(problem(key, file, "holds no certificate; give another file"))
        case Failure(e) =>
          val cause = s"${ClassNames.simple(e)}: ${Option(e.getMessage).getOrElse("")}"
          Left(problem(key, file, s"cannot be read ($cause); correct the path, the type or the password"))
      }
    }

  private def attempt[A](key: String, fix: String)(run: => A): Either[ConfigProblem, A] =
    Attempts.caught(run).toEither.left.map(e =>
      problem(key, "", s"$fix (${ClassNames.simple(e)}); correct it")
    )

  private def text(key: String): Option[String] = section.options.text(key).map(_.trim).filter(_.nonEmpty)
}

private[transport] object Tls {
  private val pemAsKeyStore =
    "only for a trust store; make a key store of the file: openssl pkcs12 -export -inkey key.pem -in cert.pem -out driver.p12"

  private def isPem(kind: Option[String]): Boolean = kind.exists(_.equalsIgnoreCase("PEM"))

  private def hasKey(store: KeyStore): Boolean =
    JavaCollections.vector(Collections.list(store.aliases)).exists(store.isKeyEntry)

  private def chars(password: Option[String]): Array[Char] =
    password.fold(Array.empty[Char])(_.toCharArray)

  private def read(path: String, kind: Option[String], password: Option[String]): KeyStore = {
    val in = new FileInputStream(path)
    try
      if (isPem(kind)) certificates(in)
      else {
        val store = KeyStore.getInstance(kind.getOrElse(KeyStore.getDefaultType))
        store.load(in, password.map(_.toCharArray).orNull)
        store
      }
    finally in.close()
  }

  /** Reads a PEM file with one or more certificates. */
  private def certificates(in: InputStream): KeyStore = {
    val store = KeyStore.getInstance(KeyStore.getDefaultType)
    store.load(null, null)
    CertificateFactory.getInstance("X.509").generateCertificates(in).forEach { c =>
      store.setCertificateEntry(s"certificate ${store.size}", c)
    }
    store
  }
}
