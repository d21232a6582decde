// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code OfferedEngine} of the API. */
public final class OfferedEngine {
  @JsonProperty("name") private String name;
  @JsonProperty("task") private EngineTask task;
  @JsonProperty("provider") private EngineProvider provider;
  @JsonProperty("model") private String model;
  @JsonProperty("price") private EnginePrice price;

  private OfferedEngine() {}

  /** Name of the engine. */
  public String name() {
    return name;
  }

  /** Task of the engine. */
  public EngineTask task() {
    return task;
  }

  /** Provider that it asks. */
  public EngineProvider provider() {
    return provider;
  }

  /** Model of the provider; null where it has no choice of models. */
  public String model() {
    return model;
  }

  /** Price of the provider as configured by the operator; null if not configured. */
  public EnginePrice price() {
    return price;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
