// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EvaluationProvenance} of the API. */
public final class EvaluationProvenance {
  @JsonProperty("judge") private String judge;
  @JsonProperty("prompt_version") private String promptVersion;
  @JsonProperty("revision_hash") private String revisionHash;
  @JsonProperty("transcript_hash") private String transcriptHash;
  @JsonProperty("input_tokens") private Long inputTokens;
  @JsonProperty("output_tokens") private Long outputTokens;
  @JsonProperty("cost") private EvaluationCost cost;

  private EvaluationProvenance() {}

  /** Language model that was used; null if none. */
  public String judge() {
    return judge;
  }

  /** Version of the model’s instructions; null if no model was used. */
  public String promptVersion() {
    return promptVersion;
  }

  /** The {@code content_hash} of the revision. */
  public String revisionHash() {
    return revisionHash;
  }

  /** Hash of the transcript that was scored. */
  public String transcriptHash() {
    return transcriptHash;
  }

  /** Null if no model was used, or its provider does not report it. */
  public Long inputTokens() {
    return inputTokens;
  }

  /** Null if no model was used, or its provider does not report it. */
  public Long outputTokens() {
    return outputTokens;
  }

  /** Cost of the model at the configured prices; null if no model was used or its price is unknown. */
  public EvaluationCost cost() {
    return cost;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
