// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code NamedEngine} of the API. */
public final class NamedEngine {
  @JsonProperty("name") private String name;
  @JsonProperty("provider") private String provider;
  @JsonProperty("model") private String model;

  private NamedEngine() {}

  /** Name of the engine in this installation. */
  public String name() {
    return name;
  }

  /** Provider that the engine asks. */
  public String provider() {
    return provider;
  }

  /** Model of the provider; null where it has no choice of models. */
  public String model() {
    return model;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
