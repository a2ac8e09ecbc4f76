package com.acme;

import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceResolver;
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceResolverBuilder;
import io.openlineage.client.dataset.namespace.resolver.DatasetNamespaceResolverConfig;

/** A resolver of one's own: local files go by the machine's role. */
public class Disks implements DatasetNamespaceResolverBuilder {
  /** `dataset.namespaceResolvers.NAME.role`. */
  public static class Config implements DatasetNamespaceResolverConfig {
    private String role;

    public String getRole() {
      return role;
    }

    public void setRole(String role) {
      this.role = role;
    }
  }

  @Override
  public String getType() {
    return "acmeDisks";
  }

  @Override
  public DatasetNamespaceResolverConfig getConfig() {
    return new Config();
  }

  @Override
  public DatasetNamespaceResolver build(String name, DatasetNamespaceResolverConfig config) {
    String role = ((Config) config).getRole();
    return namespace -> "file".equals(namespace) ? name + "://" + role : namespace;
  }
}
