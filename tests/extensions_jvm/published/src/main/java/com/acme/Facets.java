package com.acme;

import io.openlineage.client.OpenLineage.DatasetFacet;
import io.openlineage.client.OpenLineage.InputDatasetFacet;
import io.openlineage.client.OpenLineage.JobFacet;
import io.openlineage.client.OpenLineage.OutputDatasetFacet;
import io.openlineage.client.OpenLineage.RunFacet;
import java.net.URI;

/** One facet for all places: a word. */
public final class Facets {
  private static final URI URL = URI.create("https://acme.com/facets");

  private Facets() {}

  /** A facet of a custom class, as extensions write them. */
  public static final class Word implements RunFacet, JobFacet, DatasetFacet, InputDatasetFacet, OutputDatasetFacet {
    private final String word;

    public Word(String word) {
      this.word = word;
    }

    public String getWord() {
      return word;
    }

    @Override
    public URI get_producer() {
      return URL;
    }

    @Override
    public URI get_schemaURL() {
      return URL;
    }

    @Override
    public Boolean get_deleted() {
      return null;
    }

    @Override
    public Boolean isDeleted() {
      return null;
    }

    @Override
    public java.util.Map<String, Object> getAdditionalProperties() {
      return new java.util.HashMap<>();
    }
  }
}
