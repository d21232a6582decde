// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Waveform} of the API. */
public final class Waveform {
  @JsonProperty("version") private Long version;
  @JsonProperty("channels") private Long channels;
  @JsonProperty("sample_rate") private Long sampleRate;
  @JsonProperty("samples_per_pixel") private Long samplesPerPixel;
  @JsonProperty("bits") private Long bits;
  @JsonProperty("length") private Long length;
  @JsonProperty("data") private List<Long> data;

  private Waveform() {}

  /** Version of the format. */
  public Long version() {
    return version;
  }

  /** Channels of the recording, in their order. */
  public Long channels() {
    return channels;
  }

  /** Samples of a channel a second. */
  public Long sampleRate() {
    return sampleRate;
  }

  /** Samples of a channel per pair of {@code data}; the last pair may have fewer. */
  public Long samplesPerPixel() {
    return samplesPerPixel;
  }

  /** Bits of a number in {@code data}. */
  public Long bits() {
    return bits;
  }

  /** Pairs of each channel, at most 1,200. */
  public Long length() {
    return length;
  }

  /** Smallest and greatest sample, for each channel in turn, pixel by pixel. */
  public List<Long> data() {
    return data;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
