// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Export} of the API. */
public final class Export {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("status") private ExportStatus status;
  @JsonProperty("of") private ExportedRows of;
  @JsonProperty("format") private ExportFileFormat format;
  @JsonProperty("columns") private List<ExportColumn> columns;
  @JsonProperty("excel") private ExportForExcel excel;
  @JsonProperty("rows") private Long rows;
  @JsonProperty("bytes") private Long bytes;
  @JsonProperty("url") private String url;
  @JsonProperty("as_of") private Long asOf;
  @JsonProperty("expires_at") private Long expiresAt;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("error_message") private String errorMessage;
  @JsonProperty("webhook_url") private String webhookUrl;

  private Export() {}

  /** Identifier of the export. */
  public String id() {
    return id;
  }

  /** Always {@code export}. */
  public String object() {
    return object;
  }

  /** When it was started, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** False where it was started with a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /**
   * {@code completed}: the file can be fetched. {@code failed}: {@code error_message} says why. {@code canceled}:
   * there is no file.
   */
  public ExportStatus status() {
    return status;
  }

  /** What the rows are. */
  public ExportedRows of() {
    return of;
  }

  /** Format of the file. */
  public ExportFileFormat format() {
    return format;
  }

  /** The columns of the file in order; null for {@code jsonl}, whose lines are whole objects. */
  public List<ExportColumn> columns() {
    return columns;
  }

  /** How a {@code csv} is written for Excel; null for any other file. */
  public ExportForExcel excel() {
    return excel;
  }

  /** Rows in the file; in an export in progress, those written so far. */
  public Long rows() {
    return rows;
  }

  /** Size of the file; in an export in progress, of what is written so far. */
  public Long bytes() {
    return bytes;
  }

  /**
   * Link to the file that works for 24 hours without credentials and takes Range requests; each reading of the
   * export gives a new one. Null until it is completed, once the file is deleted, and in notifications.
   */
  public String url() {
    return url;
  }

  /** The moment whose state the rows show, in Unix seconds; null until they are read. */
  public Long asOf() {
    return asOf;
  }

  /**
   * When the file is deleted, in Unix seconds: seven days after it was made, or when one of its calls was deleted
   * or redacted. Null where there is no file.
   */
  public Long expiresAt() {
    return expiresAt;
  }

  /** When it was completed, failed or was canceled, in Unix seconds; null until then. */
  public Long completedAt() {
    return completedAt;
  }

  /** Why it failed; null otherwise. */
  public String errorMessage() {
    return errorMessage;
  }

  /** Where the notification goes. May be null. */
  public String webhookUrl() {
    return webhookUrl;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
