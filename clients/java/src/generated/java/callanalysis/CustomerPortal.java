// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CustomerPortal} of the API. */
public final class CustomerPortal {
  @JsonProperty("object") private String object;
  @JsonProperty("url") private String url;

  private CustomerPortal() {}

  /** Always {@code customer_portal}. */
  public String object() {
    return object;
  }

  /** The payment provider's page for invoices and means of payment. Valid for a short while; keep it secret. */
  public String url() {
    return url;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
