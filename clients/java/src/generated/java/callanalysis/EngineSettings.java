// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EngineSettings} of the API. */
public final class EngineSettings {
  @JsonProperty("object") private String object;
  @JsonProperty("transcription") private EngineChoice transcription;
  @JsonProperty("analysis") private EngineChoice analysis;
  @JsonProperty("own_keys") private Boolean ownKeys;
  @JsonProperty("defaults") private DefaultEngines defaults;
  @JsonProperty("offered") private List<OfferedEngine> offered;

  private EngineSettings() {}

  /** Always {@code engine_settings}. */
  public String object() {
    return object;
  }

  /** Engine that transcribes your calls; null for the default engine. */
  public EngineChoice transcription() {
    return transcription;
  }

  /** Engine that evaluates your calls; null for the default engine. */
  public EngineChoice analysis() {
    return analysis;
  }

  /** Whether you may give keys of your own. */
  public Boolean ownKeys() {
    return ownKeys;
  }

  /** Names of the engines of the service. A trial may compare them with those that are offered. */
  public DefaultEngines defaults() {
    return defaults;
  }

  /** Engines that you may choose. */
  public List<OfferedEngine> offered() {
    return offered;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
