package com.acme;

import io.openlineage.client.circuitBreaker.CircuitBreaker;
import io.openlineage.client.circuitBreaker.CircuitBreakerBuilder;
import io.openlineage.client.circuitBreaker.CircuitBreakerConfig;
import io.openlineage.client.circuitBreaker.CircuitBreakerState;
import java.util.concurrent.Callable;

/** A circuit breaker of one's own: trips where nothing is left to spend. */
public class Quota implements CircuitBreakerBuilder {
  /** `circuitBreaker.left`. */
  public static class Config implements CircuitBreakerConfig {
    private int left;

    public int getLeft() {
      return left;
    }

    public void setLeft(int left) {
      this.left = left;
    }
  }

  @Override
  public String getType() {
    return "acmeQuota";
  }

  @Override
  public CircuitBreakerConfig getConfig() {
    return new Config();
  }

  @Override
  public CircuitBreaker build(CircuitBreakerConfig config) {
    int left = ((Config) config).getLeft();
    return new CircuitBreaker() {
      @Override
      public CircuitBreakerState currentState() {
        return new CircuitBreakerState(left <= 0, "the quota is spent");
      }

      @Override
      public <T> T run(Callable<T> callable) {
        throw new UnsupportedOperationException("asked for its state alone");
      }

      @Override
      public void close() {}
    };
  }
}
