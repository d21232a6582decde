package callanalysis;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A submission: where the recording comes from, beside the fields of the document. */
public abstract class RecordingParams extends Params {
  private final Path file;
  private final String fileName;
  private final Recording opened;
  private final String url;
  private final String uploadId;
  private final UploadProgress progress;

  RecordingParams(Builder<?> builder) {
    super(builder);
    if (builder.sources > 1) {
      throw CallAnalysisException.argument("A call has one recording: a file, a stream, a URL or an upload.");
    }
    if (builder.sources == 0 && values().get("scenario") == null) {
      throw CallAnalysisException.argument("A call has a recording (a file, a stream, a URL or an upload) or a scenario.");
    }
    file = builder.file;
    fileName = builder.fileName;
    opened = builder.opened();
    url = builder.url;
    uploadId = builder.uploadId;
    progress = builder.progress;
  }

  /** Null where there is none to upload. */
  final Recording recording() {
    return file == null ? opened : Recording.of(file, fileName);
  }

  final UploadProgress progress() {
    return progress;
  }

  /** The request for a recording that was uploaded before. */
  final ApiRequest requestFor(String upload) {
    Map<String, Object> body = new LinkedHashMap<>(values());
    body.put("upload_id", upload);
    return ApiRequest.post("/analysis").content(Content.json(body));
  }

  /** The request: a form with the recording, or JSON where there is none to upload. */
  final ApiRequest request(Recording recording) {
    if (uploadId != null) return requestFor(uploadId);
    if (recording != null) return ApiRequest.post("/analysis").content(new Multipart(values(), recording, progress));
    Map<String, Object> body = new LinkedHashMap<>(values());
    if (url != null) body.put("audio_url", url);
    return ApiRequest.post("/analysis/from-url").content(Content.json(body));
  }

  /**
   * Collects a submission.
   *
   * @param <B> the builder itself
   */
  public abstract static class Builder<B extends Builder<B>> extends Params.Builder<B> {
    private int sources;
    private Path file;
    private InputStream stream;
    private RecordingSource source;
    private long sourceBytes;
    private String url;
    private String uploadId;
    private String fileName;
    private UploadProgress progress;

    Builder() {}

    /**
     * The recording is a file. It is read as it is sent, and anew for each attempt. A large one is uploaded in parts: see
     * {@link CallAnalysis.Builder#resumableAbove}.
     *
     * @param path of the file
     * @return this
     */
    public B file(Path path) {
      sources += path == null ? 0 : 1;
      file = path;
      return self();
    }

    /**
     * The recording is a stream, which the library closes. It can be sent once: the call is not repeated after its
     * first byte was taken. Where you can open it again, use {@link #source}.
     *
     * @param input the bytes of the recording
     * @return this
     */
    public B stream(InputStream input) {
      sources += input == null ? 0 : 1;
      stream = input;
      return self();
    }

    /**
     * The recording can be opened as often as the call is repeated.
     *
     * @param opener opens it
     * @param sizeBytes its length; -1 where it is not known
     * @return this
     */
    public B source(RecordingSource opener, long sizeBytes) {
      sources += opener == null ? 0 : 1;
      source = opener;
      sourceBytes = sizeBytes;
      return self();
    }

    /**
     * The service fetches the recording from a URL.
     *
     * @param address of the recording
     * @return this
     */
    public B url(String address) {
      sources += address == null ? 0 : 1;
      url = address;
      return self();
    }

    /**
     * The recording is an upload that is whole; see {@link Uploads}.
     *
     * @param id of the upload
     * @return this
     */
    public B uploadId(String id) {
      sources += id == null ? 0 : 1;
      uploadId = id;
      return self();
    }

    /**
     * Sent as the name of the file; that of the file, or {@code recording}, by default.
     *
     * @param name for example {@code call.wav}
     * @return this
     */
    public B fileName(String name) {
      fileName = name;
      return self();
    }

    /**
     * Told how far the upload is.
     *
     * @param listener called on the thread of the call
     * @return this
     */
    public B onProgress(UploadProgress listener) {
      progress = listener;
      return self();
    }

    private Recording opened() {
      String name = fileName == null ? "recording" : fileName;
      if (stream != null) return new Recording.Once(name, stream);
      return source == null ? null : new Recording.Opened(name, sourceBytes, source);
    }
  }
}
