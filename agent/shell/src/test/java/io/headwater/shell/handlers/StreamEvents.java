package io.headwater.shell.handlers;

import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryListener.QueryStartedEvent;
import org.apache.spark.sql.streaming.StreamingQueryListener.QueryTerminatedEvent;

/** Events of streams; their constructors are private to Spark for Scala. */
final class StreamEvents {
  private StreamEvents() {}

  static QueryStartedEvent started(UUID id, UUID runId) {
    return new QueryStartedEvent(id, runId, "s", "1970-01-01T00:00:00Z");
  }

  static QueryTerminatedEvent terminated(UUID id, UUID runId) {
    return new QueryTerminatedEvent(id, runId, scala.Option.empty());
  }
}
