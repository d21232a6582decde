// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceTokens} of the API. */
public final class ProvenanceTokens {
  @JsonProperty("input") private Long input;
  @JsonProperty("output") private Long output;

  private ProvenanceTokens() {}

  /** Tokens sent to the model. May be null. */
  public Long input() {
    return input;
  }

  /** Tokens of its answers. May be null. */
  public Long output() {
    return output;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
