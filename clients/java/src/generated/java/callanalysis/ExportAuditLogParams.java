// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Export the audit log. */
public final class ExportAuditLogParams extends Params {
  private ExportAuditLogParams(Builder builder) {
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

    /** JSON Lines: an object a line. By default {@code jsonl}. */
    public Builder format(String format) {
      return set("format", format);
    }

    /** Ends the parameters. */
    public ExportAuditLogParams build() {
      return new ExportAuditLogParams(this);
    }
  }
}
