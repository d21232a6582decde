// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code NotifiedAudio} of the API. */
public final class NotifiedAudio {
  @JsonProperty("size_bytes") private Long sizeBytes;
  @JsonProperty("file_size") private Long fileSize;
  @JsonProperty("format") private AudioFormat format;
  @JsonProperty("duration_seconds") private Double durationSeconds;
  @JsonProperty("channels") private Long channels;
  @JsonProperty("damaged") private Boolean damaged;
  @JsonProperty("tracks") private Long tracks;

  private NotifiedAudio() {}

  /** Size of the file. May be null. */
  public Long sizeBytes() {
    return sizeBytes;
  }

  /** The same number under its other name. May be null. */
  public Long fileSize() {
    return fileSize;
  }

  /** What the bytes are, whatever the file was called. May be null. */
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
   * True when sound that the file promises is missing or could not be decoded: what could be decoded was used, and
   * only that is billed. Null until it is known.
   */
  public Boolean damaged() {
    return damaged;
  }

  /**
   * Audio tracks of the recording. Two of one channel each are heard as channels 0 and 1; of any others only the
   * default track, else the first, is heard. Null until it is known.
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
