// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code wait}, {@code fail}. */
public final class BatchOnQuota extends OpenEnum {
  public static final BatchOnQuota WAIT = new BatchOnQuota("wait");
  public static final BatchOnQuota FAIL = new BatchOnQuota("fail");

  private BatchOnQuota(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static BatchOnQuota of(String value) {
    return new BatchOnQuota(value);
  }
}
