package org.apache.spark.sql.connector.kinesis

/** The part of the connector's stream that has its name. */
final case class KinesisOptions(endpointUrl: String, streamName: String)

final case class KinesisV2MicrobatchStream(options: KinesisOptions)
