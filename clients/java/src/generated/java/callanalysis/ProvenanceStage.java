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
   * What did it, as in {@code metadata.engine} and in the provenance of evaluations. Null without a language model.
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

  /** How often a worker took the work up, also to continue it. Known for evaluations. May be null. */
  public Long attempts() {
    return attempts;
  }

  /** From the request to the end, waiting included. Known for evaluations. May be null. */
  public Double seconds() {
    return seconds;
  }

  /** Known for evaluations by a language model. May be null. */
  public ProvenanceTokens tokens() {
    return tokens;
  }

  /** Known for evaluations by a language model whose price is configured. May be null. */
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
