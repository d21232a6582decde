// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Start a calibration session. */
public final class CreateCalibrationParams extends Params {
  private CreateCalibrationParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Your name for the session. May be null. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** Scorecard to rate by. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** A published revision of it; if omitted, the one published last. May be null. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** A published revision of it; if omitted, the one published last. May be null. */
    public Builder revision(Long revision) {
      return set("revision", revision);
    }

    /** Completed calls to rate. Either these or {@code sample_id}. May be null. */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /** A sample of at most 200 calls to rate. May be null. */
    public Builder sampleId(String sampleId) {
      return set("sample_id", sampleId);
    }

    /** Your identifiers of the reviewers who rate; members have their own id. */
    public Builder reviewerIds(List<String> reviewerIds) {
      return set("reviewer_ids", reviewerIds);
    }

    /** The person whose ratings are the reference. May be null. */
    public Builder expertId(String expertId) {
      return set("expert_id", expertId);
    }

    /** {@code false} shows the progress of all reviewers by each link. By default {@code true}. */
    public Builder blind(boolean blind) {
      return set("blind", blind);
    }

    /** When the session closes by itself. May be null. */
    public Builder dueAt(String dueAt) {
      return set("due_at", dueAt);
    }

    /** Ends the parameters. */
    public CreateCalibrationParams build() {
      return new CreateCalibrationParams(this);
    }
  }
}
