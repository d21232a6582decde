// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ReportLink} of the API. */
public final class ReportLink {
  @JsonProperty("url") private String url;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("expires_at") private String expiresAt;

  private ReportLink() {}

  /** Link that opens the report without credentials until it expires. */
  public String url() {
    return url;
  }

  /** Mode of the analysis: false for test mode. */
  public Boolean livemode() {
    return livemode;
  }

  /** ISO 8601. */
  public String expiresAt() {
    return expiresAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
