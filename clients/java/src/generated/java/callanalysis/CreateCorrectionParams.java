// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Correct a transcript. */
public final class CreateCorrectionParams extends Params {
  private CreateCorrectionParams(Builder builder) {
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

    /**
     * The {@code version} of the transcript that you corrected. If it has a newer version by now, nothing is
     * changed.
     */
    public Builder baseVersion(long baseVersion) {
      return set("base_version", baseVersion);
    }

    /** Agent and customer change places, in the whole call. May be null. */
    public Builder swapRoles(boolean swapRoles) {
      return set("swap_roles", swapRoles);
    }

    /** Agent and customer change places, in the whole call. May be null. */
    public Builder swapRoles(Boolean swapRoles) {
      return set("swap_roles", swapRoles);
    }

    /**
     * Roles of the speakers, by the labels of the current transcript. Applied before {@code swap_roles}. Repeating
     * a label’s current role confirms it. May be null.
     */
    public Builder speakers(Map<String, TalkingParty> speakers) {
      return set("speakers", speakers);
    }

    /** Single segments, each at most once. Applied before {@code speakers} and {@code swap_roles}. May be null. */
    public Builder segments(List<Map<String, Object>> segments) {
      return set("segments", segments);
    }

    /** Your identifier of the reviewer. */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /** Why. May be null. */
    public Builder note(String note) {
      return set("note", note);
    }

    /** Ends the parameters. */
    public CreateCorrectionParams build() {
      return new CreateCorrectionParams(this);
    }
  }
}
