package callanalysis;

/** Told how far an upload is, on the thread of the call, after each block that was sent. */
@FunctionalInterface
public interface UploadProgress {
  /**
   * Called with numbers that never fall, also when an attempt is repeated; at last with the whole.
   *
   * @param sentBytes of the recording
   * @param totalBytes of the recording; -1 where it is not known
   */
  void onProgress(long sentBytes, long totalBytes);
}
