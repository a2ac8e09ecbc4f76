package io.headwater.redaction

/** A format of tokens: `prefix`, followed by `minLength` to `maxLength` characters that satisfy `tail`. */
private[redaction] final case class TokenFormat(
    prefix: String,
    minLength: Int,
    maxLength: Int,
    tail: Char => Boolean
)

/** The tokens of large providers that a text shows without a key before them. The table has a row for each provider. Its
  * source, as of November 2026: the providers' own descriptions of their tokens, and the patterns of the secret scanners
  * of GitHub (https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns)
  * and GitLab (https://docs.gitlab.com/user/application_security/secret_detection/detected_secrets/).
  */
private[redaction] object TokenFormat {
  // one function each: the JVM makes a class for each place that writes a method as a function
  private val upper: Char => Boolean = isUpper
  private val hex: Char => Boolean = isHex
  private val alphanumeric: Char => Boolean = isAlphanumeric
  private val tokenChar: Char => Boolean = isTokenChar
  private val pathChar: Char => Boolean = isPathChar

  val all: Seq[TokenFormat] = Seq(
    letters(16, 16, upper)("AKIA", "ASIA"), // AWS
    letters(32, 32, hex)("dapi", "dose"), // Databricks: access tokens, secrets of service principals
    letters(35, 35, tokenChar)("AIza"), // Google: API keys
    letters(20, 1000, tokenChar)("ya29.", "GOCSPX-"), // Google: OAuth
    letters(40, 1000, tokenChar)("1//0"), // Google: refresh tokens
    letters(30, 1000, tokenChar)("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    letters(
      20,
      1000,
      tokenChar
    )("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glft-", "glagent-"),
    letters(50, 1000, tokenChar)("ATATT3xFf", "ATCTT3xFf"), // Atlassian
    letters(32, 1000, tokenChar)("ATBB"), // Bitbucket
    letters(40, 200, alphanumeric)("sk-"), // OpenAI
    letters(20, 1000, tokenChar)("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-ant-"), // OpenAI, Anthropic
    letters(40, 1000, tokenChar)("gsk_", "xai-", "pplx-"), // Groq, xAI, Perplexity
    letters(30, 60, alphanumeric)("hf_", "r8_"), // Hugging Face, Replicate
    letters(
      16,
      1000,
      tokenChar
    )("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxe.xoxp-", "xapp-"), // Slack
    letters(
      20,
      100,
      pathChar
    )("hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"),
    letters(20, 200, pathChar)("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
    letters(16, 1000, alphanumeric)("sk_live_", "rk_live_", "sk_test_", "rk_test_"), // Stripe
    letters(32, 64, alphanumeric)("whsec_"),
    letters(
      32,
      1000,
      tokenChar
    )("shpat_", "shpca_", "shppa_", "shpss_"), // Shopify
    letters(22, 60, tokenChar)("sq0atp-", "sq0csp-"), // Square
    letters(40, 100, c => isTokenChar(c) || c == '.')("SG."), // SendGrid
    letters(36, 36, alphanumeric)("npm_"),
    letters(30, 1000, tokenChar)("pypi-"),
    letters(48, 48, hex)("rubygems_"),
    letters(20, 60, tokenChar)("dckr_pat_", "dckr_oat_"), // Docker
    letters(20, 1000, tokenChar)("hvs.", "hvb.", "hvr."), // HashiCorp Vault
    letters(30, 1000, tokenChar)("dop_v1_", "doo_v1_", "dor_v1_", "HRKU-"), // DigitalOcean, Heroku
    letters(
      32,
      1000,
      tokenChar
    )("pscale_tkn_", "pscale_pw_", "pscale_oauth_", "sbp_"), // PlanetScale, Supabase
    letters(30, 60, tokenChar)("sb_secret_"), // Supabase: API keys
    letters(
      32,
      1000,
      tokenChar
    )("glc_", "glsa_", "sntrys_", "sntryu_"), // Grafana, Sentry
    letters(27, 27, alphanumeric)("NRAK-"), // New Relic
    letters(40, 100, alphanumeric)("dp.pt.", "dp.st.", "dp.ct.", "dp.sa."), // Doppler
    letters(36, 60, tokenChar)("dbtc_", "dbtu_", "dbts_"), // dbt
    letters(40, 40, hex)("pul-"), // Pulumi
    letters(
      32,
      1000,
      tokenChar
    )("lin_api_", "PMAK-", "figd_", "ops_eyJ"), // Linear, Postman, Figma, 1Password
    letters(40, 60, alphanumeric)("ntn_", "secret_"), // Notion
    letters(50, 64, upper)("AGE-SECRET-KEY-1")
  ).flatten

  private def letters(
      minLength: Int,
      maxLength: Int,
      tail: Char => Boolean
  )(prefixes: String*): Seq[TokenFormat] =
    prefixes.map(TokenFormat(_, minLength, maxLength, tail))

  def isDigit(c: Char): Boolean = c >= '0' && c <= '9'
  def isAlphanumeric(c: Char): Boolean = isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
  def isTokenChar(c: Char): Boolean = isAlphanumeric(c) || c == '_' || c == '-'
  private def isUpper(c: Char): Boolean = (c >= 'A' && c <= 'Z') || isDigit(c)
  private def isHex(c: Char): Boolean = (c >= 'a' && c <= 'f') || isDigit(c)
  private def isPathChar(c: Char): Boolean = isTokenChar(c) || c == '/'
}
