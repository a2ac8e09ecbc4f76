package io.openlineage.spark.api;

import io.openlineage.spark.agent.lifecycle.VisitorFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The available vendors. */
public interface Vendors {

  /** Class names of built-in vendors. This agent has none: its rules support the libraries directly. */
  List<String> VENDORS = Collections.emptyList();

  Collection<VisitorFactory> getVisitorFactories();

  Collection<OpenLineageEventHandlerFactory> getEventHandlerFactories();

  VendorsContext getVendorsContext();

  static Vendors getVendors() {
    return getVendors(Collections.emptyList());
  }

  /** Creates the vendors of these class names that can be instantiated and are available. */
  static Vendors getVendors(List<String> additionalVendors) {
    List<Vendor> available = new ArrayList<>();
    for (String name : additionalVendors) {
      try {
        Class<?> type = Thread.currentThread().getContextClassLoader().loadClass(name);
        Vendor vendor = (Vendor) type.getDeclaredConstructor().newInstance();
        if (vendor.isVendorAvailable()) available.add(vendor);
      } catch (Exception | LinkageError unavailable) {
        // a vendor that cannot be instantiated is not available
      }
    }
    return new VendorsImpl(available, new VendorsContext());
  }

  static Vendors empty() {
    return new VendorsImpl(Collections.emptyList(), new VendorsContext());
  }
}
