package io.openlineage.spark.api;

import io.openlineage.spark.agent.lifecycle.VisitorFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

public class VendorsImpl implements Vendors {
  private final List<Vendor> vendors;
  private final VendorsContext vendorsContext;

  public VendorsImpl(List<Vendor> vendors, VendorsContext vendorsContext) {
    this.vendors = vendors;
    this.vendorsContext = vendorsContext;
  }

  @Override
  public Collection<VisitorFactory> getVisitorFactories() {
    List<VisitorFactory> all = new ArrayList<>();
    for (Vendor v : vendors) v.getVisitorFactory().ifPresent(all::add);
    return all;
  }

  @Override
  public Collection<OpenLineageEventHandlerFactory> getEventHandlerFactories() {
    List<OpenLineageEventHandlerFactory> all = new ArrayList<>();
    for (Vendor v : vendors) v.getEventHandlerFactory().ifPresent(all::add);
    return all;
  }

  @Override
  public VendorsContext getVendorsContext() {
    return vendorsContext;
  }
}
