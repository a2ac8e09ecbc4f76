package com.mongodb.spark.sql.connector.read

/** A stream of the connector without a member that has its options. */
final class UnknownStream
