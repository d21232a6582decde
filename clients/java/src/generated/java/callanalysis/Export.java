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
  @JsonProperty("of") private ExportKind of;
  @JsonProperty("format") private StoredExportFormat format;
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
   * {@code completed}: the file can be downloaded. {@code failed}: see {@code error_message}. {@code canceled}:
   * there is no file.
   */
  public ExportStatus status() {
    return status;
  }

  /** Type of the rows; {@code evidence}: an archive of {@code POST /evidence}. */
  public ExportKind of() {
    return of;
  }

  /** Format of the file; {@code zip} for evidence. */
  public StoredExportFormat format() {
    return format;
  }

  /**
   * The columns of the file in order; null for {@code jsonl}, whose lines are whole objects, and for {@code zip}.
   */
  public List<ExportColumn> columns() {
    return columns;
  }

  /** Excel settings of a {@code csv}; null for other files. */
  public ExportForExcel excel() {
    return excel;
  }

  /** Rows in the file, or written so far. */
  public Long rows() {
    return rows;
  }

  /** Size of the file, or of the part written so far. */
  public Long bytes() {
    return bytes;
  }

  /**
   * Link to the file, valid for 24 hours without credentials; Range requests are supported. Each request for the
   * export returns a new link. Null until completed, after the file is deleted, and in notifications.
   */
  public String url() {
    return url;
  }

  /** Time of the exported data, in Unix seconds; null until it is read. */
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

  /** URL that receives the notification. May be null. */
  public String webhookUrl() {
    return webhookUrl;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
