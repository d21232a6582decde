// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the objects of a source. */
public final class ListSourceItemsParams extends Params {
  private ListSourceItemsParams(Builder builder) {
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

    /** Only items in this state. */
    public Builder status(SourceItemStatus status) {
      return set("status", status);
    }

    /** Ends the parameters. */
    public ListSourceItemsParams build() {
      return new ListSourceItemsParams(this);
    }
  }
}
