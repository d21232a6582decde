// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Export calls as a file. */
public final class CreateExportParams extends Params {
  private CreateExportParams(Builder builder) {
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

    /** Type of the rows. */
    public Builder of(ExportedRows of) {
      return set("of", of);
    }

    /**
     * {@code csv} (RFC 4180, UTF-8) and {@code parquet} have columns; each line of {@code jsonl} is an object as
     * returned by the API.
     */
    public Builder format(ExportFileFormat format) {
      return set("format", format);
    }

    /**
     * Of which calls: the filters of {@code GET /analysis}, all of which must match. If omitted: of all calls. If
     * {@code livemode} is omitted, it is the mode of the credential. An unknown filter is refused, because a
     * misspelled one would widen the export. May be null.
     */
    public Builder filter(Map<String, ?> filter) {
      return set("filter", filter);
    }

    /**
     * Columns of the file, in this order; all if omitted. Each must be a column of the type in {@code of}: analyses
     * have {@code id}, {@code created}, {@code livemode}, {@code status}, {@code agent_id}, {@code contact_id},
     * {@code started_at}, {@code direction}, {@code duration_seconds}, {@code language}, {@code compliance_score},
     * {@code quality_score}, {@code customer_effort_score}, {@code customer_sentiment}, {@code flagged}, {@code
     * violations}, {@code reviewed}, {@code summary}, {@code metadata}, {@code external_id}; evaluations have
     * {@code id}, {@code created}, {@code analysis_id}, {@code agent_id}, {@code contact_id}, {@code scorecard_id},
     * {@code scorecard}, {@code revision}, {@code status}, {@code outcome}, {@code score}, {@code coverage}, {@code
     * reviewed}; answers have {@code id}, {@code created}, {@code analysis_id}, {@code agent_id}, {@code
     * contact_id}, {@code scorecard_id}, {@code scorecard}, {@code revision}, {@code status}, {@code outcome},
     * {@code score}, {@code coverage}, {@code reviewed}, {@code section}, {@code question}, {@code state}, {@code
     * answer}, {@code points}, {@code confidence}, {@code source}, {@code quote}; segments have {@code
     * analysis_id}, {@code created}, {@code agent_id}, {@code segment_id}, {@code speaker}, {@code start}, {@code
     * end}, {@code text}; reviews have {@code id}, {@code created}, {@code analysis_id}, {@code reviewer_id},
     * {@code via}, {@code finding_or_question}, {@code answer}, {@code system_answer}, {@code note}. Not with
     * {@code jsonl}. May be null.
     */
    public Builder columns(List<ExportColumn> columns) {
      return set("columns", columns);
    }

    /**
     * Starts a {@code csv} with a byte order mark, so that Excel reads it as UTF-8. Other formats have none. By
     * default {@code false}.
     */
    public Builder bom(boolean bom) {
      return set("bom", bom);
    }

    /**
     * Writes a {@code csv} for Excel in this language: with a byte order mark, names instead of keys for columns,
     * sections, questions and answers, local times, and each key of {@code metadata} as a column (up to 200; others
     * are omitted). May be null.
     */
    public Builder excel(Map<String, ?> excel) {
      return set("excel", excel);
    }

    /** URL that receives {@code export.completed} when the export is completed or has failed. May be null. */
    public Builder webhookUrl(String webhookUrl) {
      return set("webhook_url", webhookUrl);
    }

    /** Ends the parameters. */
    public CreateExportParams build() {
      return new CreateExportParams(this);
    }
  }
}
