package io.openlineage.spark.api;

import java.util.Collection;
import scala.runtime.AbstractPartialFunction;

/** A partial function from arguments of type {@code T} to a collection. */
abstract class AbstractGenericArgPartialFunction<T, F> extends AbstractPartialFunction<T, Collection<F>>
    implements AbstractPartial<T> {

  @Override
  public boolean isDefinedAt(T x) {
    return AbstractPartial.super.isDefinedAt(x);
  }
}
