// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code JudgeVersion} of the API. */
public final class JudgeVersion {
  @JsonProperty("engine") private String engine;
  @JsonProperty("model") private String model;
  @JsonProperty("prompt_version") private String promptVersion;
  @JsonProperty("rules_version") private String rulesVersion;

  private JudgeVersion() {}

  /** Name of the engine in this installation. Null where no language model is asked. */
  public String engine() {
    return engine;
  }

  /** The language model, as {@code judge} in the provenance of evaluations. Null where none is asked. */
  public String model() {
    return model;
  }

  /** Version of the prompt, as in the provenance of evaluations. Null where no language model is asked. */
  public String promptVersion() {
    return promptVersion;
  }

  /** Version of the rules by which answers are checked, and questions without a language model are answered. */
  public String rulesVersion() {
    return rulesVersion;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
