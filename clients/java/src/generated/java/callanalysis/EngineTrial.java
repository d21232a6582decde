// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code EngineTrial} of the API. */
public final class EngineTrial {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("status") private RescoreStatus status;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("name") private String name;
  @JsonProperty("task") private EngineTask task;
  @JsonProperty("scorecard") private EvaluatedScorecard scorecard;
  @JsonProperty("calls") private Long calls;
  @JsonProperty("seed") private String seed;
  @JsonProperty("population") private Long population;
  @JsonProperty("counts") private EngineTrialCounts counts;
  @JsonProperty("engines") private List<TriedEngine> engines;
  @JsonProperty("differences") private List<EngineDifference> differences;
  @JsonProperty("as_of") private Long asOf;
  @JsonProperty("completed_at") private Long completedAt;

  private EngineTrial() {}

  /** Identifier of the trial. For a dry run it refers to nothing. */
  public String id() {
    return id;
  }

  /** Always {@code engine_trial}. */
  public String object() {
    return object;
  }

  /** When it was started, in Unix seconds. */
  public Long created() {
    return created;
  }

  /**
   * {@code completed}: the figures are there. {@code canceled}: what was done until then stays. {@code failed}: the
   * figures could not be computed. {@code dry_run}: the answer to a dry run; there is no trial.
   */
  public RescoreStatus status() {
    return status;
  }

  /** False where it was started with a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /** Your own name for it. May be null. */
  public String name() {
    return name;
  }

  /** What the engines do. */
  public EngineTask task() {
    return task;
  }

  /** Revision whose questions are answered; null for findings, and for {@code transcription}. */
  public EvaluatedScorecard scorecard() {
    return scorecard;
  }

  /** Calls of the trial. */
  public Long calls() {
    return calls;
  }

  /** Seed of the draw; null for named calls. */
  public String seed() {
    return seed;
  }

  /** Calls from which they were drawn; null for named calls. */
  public Long population() {
    return population;
  }

  /** Progress. */
  public EngineTrialCounts counts() {
    return counts;
  }

  /** In the order of the request. */
  public List<TriedEngine> engines() {
    return engines;
  }

  /** Each pair; empty until the trial is completed. */
  public List<EngineDifference> differences() {
    return differences;
  }

  /**
   * When the figures were computed, in Unix seconds: later corrections and reviews do not change them. May be null.
   */
  public Long asOf() {
    return asOf;
  }

  /** When it was completed or canceled, in Unix seconds; null until then. */
  public Long completedAt() {
    return completedAt;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
