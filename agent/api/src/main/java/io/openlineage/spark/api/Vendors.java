package io.openlineage.spark.api;

import io.openlineage.spark.agent.lifecycle.VisitorFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The vendors that are there. */
public interface Vendors {

  /** Class names. This agent has none: it reads the libraries that it knows in its own walk. */
  List<String> VENDORS = Collections.emptyList();

  Collection<VisitorFactory> getVisitorFactories();

  Collection<OpenLineageEventHandlerFactory> getEventHandlerFactories();

  VendorsContext getVendorsContext();

  static Vendors getVendors() {
    return getVendors(Collections.emptyList());
  }

  /** Of these classes those that can be made, and say that they are available. */
  static Vendors getVendors(List<String> additionalVendors) {
    List<Vendor> available = new ArrayList<>();
    for (String name : additionalVendors) {
      try {
        Class<?> found = Thread.currentThread().getContextClassLoader().loadClass(name);
        Vendor vendor = (Vendor) found.getDeclaredConstructor().newInstance();
        if (vendor.isVendorAvailable()) available.add(vendor);
      } catch (Exception | LinkageError absent) {
        // one that cannot be made is not available
      }
    }
    return new VendorsImpl(available, new VendorsContext());
  }

  static Vendors empty() {
    return new VendorsImpl(Collections.emptyList(), new VendorsContext());
  }
}
