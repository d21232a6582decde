// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Correct a transcript. */
public final class CreateCorrectionParams extends Params {
  private CreateCorrectionParams(Builder builder) {
    super(builder);
  }

  /**
   * Begins the parameters.
   *
   * @return a builder
   */
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
     * The {@code version} of the transcript that you have seen. Where it has another one by now, nothing is
     * changed.
     *
     * @param baseVersion sent as {@code base_version}
     * @return this
     */
    public Builder baseVersion(long baseVersion) {
      return set("base_version", baseVersion);
    }

    /**
     * Agent and customer change places, in the whole call. May be null.
     *
     * @param swapRoles sent as {@code swap_roles}
     * @return this
     */
    public Builder swapRoles(boolean swapRoles) {
      return set("swap_roles", swapRoles);
    }

    /**
     * Agent and customer change places, in the whole call. May be null.
     *
     * @param swapRoles sent as {@code swap_roles}
     * @return this
     */
    public Builder swapRoles(Boolean swapRoles) {
      return set("swap_roles", swapRoles);
    }

    /**
     * Who the speakers are, by the labels of the transcript as it is. Goes before {@code swap_roles}. A label with
     * the role that it has is confirmed. May be null.
     *
     * @param speakers sent as {@code speakers}
     * @return this
     */
    public Builder speakers(Map<String, TalkingParty> speakers) {
      return set("speakers", speakers);
    }

    /**
     * Single segments, each once. They go before {@code speakers} and {@code swap_roles}. May be null.
     *
     * @param segments sent as {@code segments}
     * @return this
     */
    public Builder segments(List<Map<String, Object>> segments) {
      return set("segments", segments);
    }

    /**
     * Your own identifier of the person.
     *
     * @param reviewerId sent as {@code reviewer_id}
     * @return this
     */
    public Builder reviewerId(String reviewerId) {
      return set("reviewer_id", reviewerId);
    }

    /**
     * Why. May be null.
     *
     * @param note sent as {@code note}
     * @return this
     */
    public Builder note(String note) {
      return set("note", note);
    }

    /**
     * Ends the parameters.
     *
     * @return the parameters
     */
    public CreateCorrectionParams build() {
      return new CreateCorrectionParams(this);
    }
  }
}
