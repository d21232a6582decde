// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceStage} of the API. */
public final class ProvenanceStage {
  @JsonProperty("stage") private ProvenanceStageKind stage;
  @JsonProperty("engine") private String engine;
  @JsonProperty("named_engine") private NamedEngine namedEngine;
  @JsonProperty("version") private String version;
  @JsonProperty("attempts") private Long attempts;
  @JsonProperty("seconds") private Double seconds;
  @JsonProperty("tokens") private ProvenanceTokens tokens;
  @JsonProperty("cost") private EvaluationCost cost;
  @JsonProperty("evaluation") private ProvenanceEvaluation evaluation;

  private ProvenanceStage() {}

  /** What was done. */
  public ProvenanceStageKind stage() {
    return stage;
  }

  /**
   * What did it, as in {@code metadata.engine} and in the provenance of evaluations: the engine whose result was
   * used. Null without a language model.
   */
  public String engine() {
    return engine;
  }

  /**
   * The engine as the installation names it. Null for evaluations, and for calls of the sandbox or an earlier
   * release.
   */
  public NamedEngine namedEngine() {
    return namedEngine;
  }

  /**
   * Version of the rules ({@code analysis}), or of the prompt ({@code evaluation}). Engines for {@code
   * transcription} tell none. May be null.
   */
  public String version() {
    return version;
  }

  /** How often a worker took the stage up, also to continue it. May be null. */
  public Long attempts() {
    return attempts;
  }

  /**
   * Time of the stage, waiting included: {@code transcription} from the measured recording to the transcript,
   * {@code analysis} from there to the judgement, {@code evaluation} and an analysis of a corrected call or one
   * that is judged again from the request. May be null.
   */
  public Double seconds() {
    return seconds;
  }

  /**
   * Of all requests for the result, repairs included, and of attempts that failed as far as they are known.
   * Requests that find roles, or names to mask, are not counted. Null unless the provider tells them of each
   * request.
   */
  public ProvenanceTokens tokens() {
    return tokens;
  }

  /**
   * By the configured prices of the engines: by the minute of audio sent ({@code transcription}), or by tokens.
   * Null without them.
   */
  public EvaluationCost cost() {
    return cost;
  }

  /** Of {@code evaluation} alone. May be null. */
  public ProvenanceEvaluation evaluation() {
    return evaluation;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
