// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the audit log. */
public final class ListAuditEntriesParams extends Params {
  private ListAuditEntriesParams(Builder builder) {
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

    /** Entries of this action. */
    public Builder action(AuditAction action) {
      return set("action", action);
    }

    /**
     * Entries of the actor with this id: a member, an API key, a review link. For instance {@code
     * 0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10}.
     */
    public Builder actor(String actor) {
      return set("actor", actor);
    }

    /**
     * Entries about the object with this id, such as an analysis. For instance {@code
     * 6a1f0c9e-4d27-4b83-9e15-2c7d8f3b5a60}.
     */
    public Builder subject(String subject) {
      return set("subject", subject);
    }

    /** Entries from this time on; Unix seconds: after that second. For instance {@code 2026-11-01T00:00:00Z}. */
    public Builder createdAfter(String createdAfter) {
      return set("created_after", createdAfter);
    }

    /** Entries before this time; Unix seconds: up to that second. For instance {@code 2026-12-01T00:00:00Z}. */
    public Builder createdBefore(String createdBefore) {
      return set("created_before", createdBefore);
    }

    /** Ends the parameters. */
    public ListAuditEntriesParams build() {
      return new ListAuditEntriesParams(this);
    }
  }
}
