package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** The requests of tus 1.0: how an upload is made, asked after, sent on and deleted. */
final class Tus {
  private Tus() {}

  static ApiRequest creation(long length, String fileName) {
    String name = Base64.getEncoder().encodeToString(fileName.getBytes(StandardCharsets.UTF_8));
    return versioned(ApiRequest.post("/uploads"))
        .header("Upload-Length", Long.toString(length))
        .header("Upload-Metadata", "filename " + name);
  }

  static ApiRequest question(String id) {
    return versioned(ApiRequest.head(path(id)));
  }

  static ApiRequest part(Upload upload, Content content) {
    return versioned(ApiRequest.patch(path(upload.id())))
        .header("Upload-Offset", Long.toString(upload.offset()))
        .content(content);
  }

  static ApiRequest deletion(String id) {
    return versioned(ApiRequest.delete(path(id)));
  }

  private static ApiRequest versioned(ApiRequest request) {
    return request.header("Tus-Resumable", "1.0.0");
  }

  private static String path(String id) {
    return "/uploads/" + ApiRequest.segment("id", id);
  }

  /** Takes only the id of the address: the credential goes to the service that the client was made for. */
  static Upload created(AnswerHead head, long length) {
    String path = "";
    try {
      String location = head.header("location");
      path = location == null ? "" : String.valueOf(new URI(location).getPath()).replaceAll("/+$", "");
    } catch (URISyntaxException unreadable) {
      // Reported below.
    }
    String id = path.substring(path.lastIndexOf('/') + 1);
    if (id.isEmpty()) throw wrong("The service made an upload and did not say where.");
    return new Upload(id, length, 0, expiry(head));
  }

  static Upload found(String id, AnswerHead head) {
    long length = bytes(head.header("upload-length"));
    if (length < 0) throw wrong("The service did not say how large the upload is.");
    return new Upload(id, length, offset(head, length), expiry(head));
  }

  static long offset(AnswerHead head, long length) {
    long offset = bytes(head.header("upload-offset"));
    if (offset < 0 || offset > length) throw wrong("The service did not say how much of the upload it has.");
    return offset;
  }

  private static long bytes(String text) {
    return text == null || !text.matches("[0-9]{1,15}") ? -1 : Long.parseLong(text);
  }

  private static Long expiry(AnswerHead head) {
    String text = head.header("upload-expires");
    if (text == null) return null;
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
    } catch (DateTimeException unreadable) {
      return null;
    }
  }

  private static CallAnalysisException wrong(String detail) {
    return CallAnalysisException.of(Kind.ANSWER, detail, null);
  }
}
