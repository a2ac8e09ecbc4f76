package io.headwater.emit.transport

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient

import io.openlineage.client.transports.JwtTokenProvider

/** The token provider `jwt` of openlineage-java, with the HTTP client of the agent. Its default client would send the
  * API key to the target of a redirect, has no timeout, and ignores the configured trust store.
  */
private[transport] final class JwtTokens(from: JwtTokenProvider, client: () => CloseableHttpClient)
    extends JwtTokenProvider(from.getApiKey, from.getTokenEndpoint) {
  setTokenFields(from.getTokenFields)
  setExpiresInField(from.getExpiresInField)
  setGrantType(from.getGrantType)
  setResponseType(from.getResponseType)
  setTokenRefreshBuffer(from.getTokenRefreshBuffer)

  override protected def createHttpClient(): CloseableHttpClient = client()
}
