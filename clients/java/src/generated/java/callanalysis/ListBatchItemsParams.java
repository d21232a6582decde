// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the lines of a batch. */
public final class ListBatchItemsParams extends Params {
  private ListBatchItemsParams(Builder builder) {
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

    /** Only lines with this status. */
    public Builder status(BatchItemStatus status) {
      return set("status", status);
    }

    /** Ends the parameters. */
    public ListBatchItemsParams build() {
      return new ListBatchItemsParams(this);
    }
  }
}
