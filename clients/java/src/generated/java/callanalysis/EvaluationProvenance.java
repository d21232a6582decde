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

  /** The language model that was asked; null where none was. */
  public String judge() {
    return judge;
  }

  /** Version of the instructions to the model; null where none was asked. */
  public String promptVersion() {
    return promptVersion;
  }

  /** The {@code content_hash} of the revision. */
  public String revisionHash() {
    return revisionHash;
  }

  /** Hash of the transcript that was judged. */
  public String transcriptHash() {
    return transcriptHash;
  }

  /** Null where no model was asked, or its provider does not tell. */
  public Long inputTokens() {
    return inputTokens;
  }

  /** Null where no model was asked, or its provider does not tell. */
  public Long outputTokens() {
    return outputTokens;
  }

  /** What the model took, by the configured prices; null where no model was asked or its price is not known. */
  public EvaluationCost cost() {
    return cost;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
