// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Mask a completed analysis. */
public final class RedactAnalysisParams extends Params {
  private RedactAnalysisParams(Builder builder) {
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
     * What is masked, beside what the account masks: {@code pci} the three types of cards and {@code
     * password_or_pin}, {@code pii} all types. One of {@code preset} and {@code types}; neither: what the account
     * masks, or {@code pci} where it masks nothing. May be null.
     */
    public Builder preset(RedactionPreset preset) {
      return set("preset", preset);
    }

    /** What is masked, beside what the account masks. May be null. */
    public Builder types(List<RedactionType> types) {
      return set("types", types);
    }

    /** Ends the parameters. */
    public RedactAnalysisParams build() {
      return new RedactAnalysisParams(this);
    }
  }
}
