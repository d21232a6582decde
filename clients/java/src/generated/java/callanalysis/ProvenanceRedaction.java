// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceRedaction} of the API. */
public final class ProvenanceRedaction {
  @JsonProperty("status") private String status;
  @JsonProperty("version") private String version;
  @JsonProperty("later_maskings") private Long laterMaskings;

  private ProvenanceRedaction() {}

  /** As {@code redaction.status} of the analysis. */
  public String status() {
    return status;
  }

  /** Version of the rules by which it is masked. */
  public String version() {
    return version;
  }

  /** How often it was masked after it was completed. */
  public Long laterMaskings() {
    return laterMaskings;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
