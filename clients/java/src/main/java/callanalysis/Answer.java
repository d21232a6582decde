package callanalysis;

import callanalysis.CallAnalysisException.Answered;
import callanalysis.CallAnalysisException.Kind;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** A whole answer. */
record Answer(AnswerHead head, byte[] body) {
  /** @param method that is answered: nothing follows the head of an answer to HEAD */
  static Answer read(InputStream in, String method) throws IOException {
    AnswerHead head = AnswerHead.read(in);
    return new Answer(head, method.equals("HEAD") ? new byte[0] : head.body(in).readAllBytes());
  }

  boolean isSuccess() {
    return head.status() >= 200 && head.status() < 300;
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The error that an answer without success stands for. */
  CallAnalysisException error() {
    int status = head.status();
    List<ValidationItem> items = null;
    String detail = null;
    try {
      JsonNode given = Json.<Fault>read(body, Json.type(Fault.class)).detail;
      if (given != null && given.isTextual()) detail = given.textValue();
      if (given != null && given.isArray()) {
        items = List.copyOf(Json.<Items>read(body, Json.type(Items.class)).detail);
        detail = items.stream().map(Answer::sentence).collect(Collectors.joining("; "));
      }
    } catch (CallAnalysisException unreadable) {
      // A proxy answered, not the service.
    }
    boolean retryable = status == 408 || status == 429 || status >= 500;
    Answered answered = new Answered(status, head.header("x-request-id"), items);
    return CallAnalysisException.of(Kind.API, answered, detail == null ? unexplained(status) : detail, retryable);
  }

  private static String sentence(ValidationItem item) {
    String where = item.loc() == null ? "" : String.join(".", item.loc()) + ": ";
    return where + item.msg();
  }

  private static String unexplained(int status) {
    return status < 400 ? "The answer is a redirect, which is not followed." : "The answer does not say why.";
  }

  private static final class Fault {
    @JsonProperty private JsonNode detail;
  }

  private static final class Items {
    @JsonProperty private List<ValidationItem> detail;
  }
}
