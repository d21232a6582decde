// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EngineChoice} of the API. */
public final class EngineChoice {
  @JsonProperty("engine") private String engine;
  @JsonProperty("own_key") private Boolean ownKey;
  @JsonProperty("last4") private String last4;
  @JsonProperty("missing") private Boolean missing;

  private EngineChoice() {}

  /** Name of the engine. */
  public String engine() {
    return engine;
  }

  /** Whether your own key is used. */
  public Boolean ownKey() {
    return ownKey;
  }

  /** The end of your own key. May be null. */
  public String last4() {
    return last4;
  }

  /** True where the service no longer offers the engine: your calls use the service’s own engine. */
  public Boolean missing() {
    return missing;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
