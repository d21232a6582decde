// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Search transcripts. */
public final class SearchCallsParams extends Params {
  private SearchCallsParams(Builder builder) {
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
     * Search terms: words, all of which must occur; {@code "a phrase"} by one speaker; {@code -excluded} for a word
     * or phrase; {@code refund*} for words with this beginning. Case and accents are ignored; there is no stemming.
     * A word with punctuation, such as {@code e-mail}, is a phrase. Chinese, Japanese, Thai, Lao, Khmer and Burmese
     * are searched by character. At least one term must not be excluded.
     */
    public Builder q(String q) {
      return set("q", q);
    }

    /** Only what this party said. If omitted: both parties. Applies to excluded words too. */
    public Builder speaker(TalkingParty speaker) {
      return set("speaker", speaker);
    }

    /** Only calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Only calls with exactly this contact. For instance {@code cust-42}. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /** Unix seconds: only calls whose {@code created} is greater. ISO 8601 is accepted too. */
    public Builder createdAfter(long createdAfter) {
      return set("created_after", createdAfter);
    }

    /**
     * Unix seconds: only calls whose {@code created} is not greater. ISO 8601 is accepted too. Use {@code
     * searched_back_to} of a response to continue from there.
     */
    public Builder createdBefore(long createdBefore) {
      return set("created_before", createdBefore);
    }

    /**
     * {@code true}: calls of live mode. {@code false}: those of test mode. If omitted: those of the mode of the
     * credential.
     */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Ends the parameters. */
    public SearchCallsParams build() {
      return new SearchCallsParams(this);
    }
  }
}
