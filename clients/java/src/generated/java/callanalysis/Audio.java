// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Audio} of the API. */
public final class Audio {
  @JsonProperty("url") private String url;
  @JsonProperty("size_bytes") private Long sizeBytes;
  @JsonProperty("file_size") private Long fileSize;
  @JsonProperty("format") private AudioFormat format;
  @JsonProperty("duration_seconds") private Double durationSeconds;
  @JsonProperty("channels") private Long channels;
  @JsonProperty("damaged") private Boolean damaged;
  @JsonProperty("tracks") private Long tracks;

  private Audio() {}

  /** Link to the recording, valid for an hour; Range requests are supported. Null until it is stored. */
  public String url() {
    return url;
  }

  /** Size of the file. May be null. */
  public Long sizeBytes() {
    return sizeBytes;
  }

  /** The same number under its other name. May be null. */
  public Long fileSize() {
    return fileSize;
  }

  /** Content type of the bytes, independent of the file name. May be null. */
  public AudioFormat format() {
    return format;
  }

  /** Decoded duration; null until it is known. */
  public Double durationSeconds() {
    return durationSeconds;
  }

  /** Channels of the recording. May be null. */
  public Long channels() {
    return channels;
  }

  /**
   * True if part of the recording is missing or could not be decoded: the rest was used, and only that is billed.
   * Null until known.
   */
  public Boolean damaged() {
    return damaged;
  }

  /**
   * Audio tracks of the recording. Two mono tracks are used as channels 0 and 1; otherwise only the default track,
   * else the first, is used. Null until known.
   */
  public Long tracks() {
    return tracks;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
