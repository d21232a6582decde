// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code DeletedReportLinks} of the API. */
public final class DeletedReportLinks {
  @JsonProperty("object") private String object;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("deleted") private Boolean deleted;

  private DeletedReportLinks() {}

  /** Always {@code report_link}. */
  public String object() {
    return object;
  }

  /** Identifier of the analysis. */
  public String analysisId() {
    return analysisId;
  }

  /** Always true. */
  public Boolean deleted() {
    return deleted;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
