package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

/** The names of Snowflake's accounts. A table has the same name by JDBC, by Snowflake's connector and by Iceberg. */
object SnowflakeAccount {
  val domain: String = ".snowflakecomputing.com"

  /** The account that an address names, with the region and the cloud that Snowflake means if it names none, as the published
    * agent names it for Snowflake's connector: `xy1` is `xy1.us-west-1.aws`. The name of an organization has a hyphen, and no
    * region.
    *
    * @param address
    *   an account, a host name, or a URL
    */
  def of(address: String): String = {
    val host = address.replaceFirst("^(?i)(jdbc:snowflake|snowflake|https?)://", "")
      .takeWhile(c => c != '/' && c != ':' && c != '?')
    val name = if (host.toLowerCase(ROOT).endsWith(domain)) host.dropRight(domain.length) else host
    name.split('.') match {
      case Array(organization) if organization.contains("-") => organization
      case Array(locator) => s"$locator.us-west-1.aws"
      case Array(locator, region) => s"$locator.$region.aws"
      case _ => name
    }
  }

  /** The namespace of the tables of an account. */
  def namespace(account: String): String = s"snowflake://$account"
}
