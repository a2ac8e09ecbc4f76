package com.acme.broken;

/** Left out of the jar. */
final class Missing {
  static String word() {
    return "missing";
  }

  private Missing() {}
}
