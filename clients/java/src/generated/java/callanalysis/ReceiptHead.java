// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReceiptHead} of the API. */
public final class ReceiptHead {
  @JsonProperty("sequence") private Long sequence;
  @JsonProperty("hash") private String hash;

  private ReceiptHead() {}

  /** Number of the last chained entry; 0 before the first. */
  public Long sequence() {
    return sequence;
  }

  /** Its hash. */
  public String hash() {
    return hash;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
