package callanalysis;

import java.nio.file.Path;

/**
 * Methods of {@link CallAnalysis#uploads()}: recordings that are sent in parts, by tus 1.0. {@link Analyses#create} uses them
 * by itself for a large file. Keep the id of an upload, and another process goes on with it: {@link #send}, then {@code
 * create} with its id.
 */
public final class Uploads {
  private final Transport transport;

  Uploads(Transport transport) {
    this.transport = transport;
  }

  /**
   * Begins an upload. It ends after 24 hours where no analysis took it.
   *
   * @param length of the recording in bytes
   * @param fileName the name that the service is told
   * @return the upload, empty yet
   */
  public Upload create(long length, String fileName) {
    return create(length, fileName, RequestOptions.NONE);
  }

  /**
   * Begins an upload. It ends after 24 hours where no analysis took it.
   *
   * @param length of the recording in bytes
   * @param fileName the name that the service is told
   * @param options cancellation and idempotency key
   * @return the upload, empty yet
   */
  public Upload create(long length, String fileName, RequestOptions options) {
    if (length < 1) throw CallAnalysisException.argument("The length is 1 byte or more.");
    return Tus.created(transport.answer(Tus.creation(length, fileName), options, null).head(), length);
  }

  /**
   * Says how much of an upload the service has.
   *
   * @param id its id
   * @return the upload
   */
  public Upload get(String id) {
    return get(id, RequestOptions.NONE);
  }

  /**
   * Says how much of an upload the service has.
   *
   * @param id its id
   * @param options cancellation
   * @return the upload
   */
  public Upload get(String id, RequestOptions options) {
    return Tus.found(id, transport.answer(Tus.question(id), options, null).head());
  }

  /**
   * Sends what the service does not have yet, over as many connections as it takes.
   *
   * @param id its id
   * @param file the recording, the same each time
   * @return the whole upload
   */
  public Upload send(String id, Path file) {
    return send(id, file, null, RequestOptions.NONE);
  }

  /**
   * Sends what the service does not have yet, over as many connections as it takes.
   *
   * @param id its id
   * @param file the recording, the same each time
   * @param progress told how far the upload is; null for no one
   * @param options cancellation: the upload stays
   * @return the whole upload
   * @throws CallAnalysisException of the kind ARGUMENT when the file is not as large as the upload
   */
  public Upload send(String id, Path file, UploadProgress progress, RequestOptions options) {
    Recording recording = Recording.of(file, null);
    return new Sending(transport, recording, progress, options).rest(get(id, options));
  }

  /**
   * Deletes an upload that no analysis took.
   *
   * @param id its id
   */
  public void delete(String id) {
    delete(id, RequestOptions.NONE);
  }

  /**
   * Deletes an upload that no analysis took.
   *
   * @param id its id
   * @param options cancellation
   */
  public void delete(String id, RequestOptions options) {
    transport.answer(Tus.deletion(id), options, null);
  }
}
