// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EnginePrice} of the API. */
public final class EnginePrice {
  @JsonProperty("per_minute") private Double perMinute;
  @JsonProperty("input") private Double input;
  @JsonProperty("output") private Double output;
  @JsonProperty("cached") private Double cached;

  private EnginePrice() {}

  /** Dollars for a minute of audio. May be null. */
  public Double perMinute() {
    return perMinute;
  }

  /** Dollars for a million input tokens. May be null. */
  public Double input() {
    return input;
  }

  /** Dollars for a million output tokens. May be null. */
  public Double output() {
    return output;
  }

  /** Dollars for a million input tokens that the provider had cached. May be null. */
  public Double cached() {
    return cached;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
