// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CarriedOut} of the API. */
public final class CarriedOut {
  @JsonProperty("erasures") private Long erasures;
  @JsonProperty("analyses") private Long analyses;

  private CarriedOut() {}

  /** Deferred erasures that go on now. */
  public Long erasures() {
    return erasures;
  }

  /** Calls that no other hold holds and of which something is past its retention: it is deleted now. */
  public Long analyses() {
    return analyses;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
