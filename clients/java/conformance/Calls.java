import callanalysis.AnalysisStreamEvent;
import callanalysis.CallAnalysis;
import callanalysis.CallAnalysisException;
import callanalysis.CancellationToken;
import callanalysis.CreateAnalysisParams;
import callanalysis.EventStream;
import callanalysis.PagedList;
import callanalysis.Params;
import callanalysis.RequestOptions;
import callanalysis.Upload;
import callanalysis.UploadProgress;
import callanalysis.WaitOptions;
import callanalysis.WebhookNotification;
import callanalysis.WebhookVerifier;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One call of the library. */
final class Calls {
  private static final List<String> PATH_PARAMETERS = List.of("id", "key_id", "delivery_id", "question", "correction_id", "link_id");
  private static final Set<String> OF_THE_DRIVER = Set.of("file", "stream", "url", "upload_id", "progress", "take", "limit");

  private final String name;
  private final ObjectNode args;
  private final List<String> pathParameters = new ArrayList<>(PATH_PARAMETERS);
  private final RequestOptions options;
  private final CancellationToken cancellation = new CancellationToken();
  private final long cancelAfterMs;
  private ObjectNode progress;

  Calls(JsonNode request) {
    name = request.get("call").asText();
    // Elsewhere they are members of the body or the query.
    if (name.startsWith("scorecards.")) pathParameters.add("revision");
    if (name.startsWith("review_queue.")) pathParameters.add("analysis_id");
    args = request.path("args").isObject() ? (ObjectNode) request.get("args") : Driver.JSON.createObjectNode();
    JsonNode given = request.path("options");
    RequestOptions.Builder builder = RequestOptions.builder().cancellation(cancellation);
    if (given.hasNonNull("idempotency_key")) builder.idempotencyKey(given.get("idempotency_key").asText());
    options = builder.build();
    cancelAfterMs = given.path("cancel_after_ms").asLong(-1);
  }

  /** Null where it was not asked for. */
  ObjectNode progress() {
    return progress;
  }

  Object run(Supplier<CallAnalysis> client) {
    if (name.equals("pid")) return ProcessHandle.current().pid();
    if (name.equals("user_agent")) return CallAnalysis.USER_AGENT;
    if (cancelAfterMs >= 0) cancelLater();
    return switch (name) {
      case "verify_webhook" -> verify();
      case "analyses.create" -> client.get().analyses().create(submission(), options);
      case "uploads.create" -> told(client.get().uploads().create(args.get("length").asLong(), fileName(), options));
      case "uploads.get" -> told(client.get().uploads().get(text("id"), options));
      case "uploads.send" -> sendUpload(client.get());
      case "uploads.delete" -> deleteUpload(client.get());
      case "analyses.events" -> events(client.get());
      case "analyses.wait_for_completion" -> client.get().analyses().waitForCompletion(text("id"), waitOptions());
      case "analyses.wait_for_correction" ->
          client.get().analyses().waitForCorrection(text("id"), text("correction_id"), waitOptions());
      default -> other(client.get());
    };
  }

  private void cancelLater() {
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(cancelAfterMs);
              } catch (InterruptedException ended) {
                return;
              }
              cancellation.cancel();
            });
    thread.setDaemon(true);
    thread.start();
  }

  private Object verify() {
    WebhookVerifier.Builder builder = WebhookVerifier.builder();
    JsonNode secret = args.get("secret");
    List<String> secrets = new ArrayList<>();
    if (secret.isArray()) secret.forEach(each -> secrets.add(each.asText()));
    else secrets.add(secret.asText());
    builder.secrets(secrets);
    if (args.hasNonNull("tolerance_s")) builder.tolerance(Duration.ofSeconds(args.get("tolerance_s").asLong()));
    if (args.hasNonNull("now")) {
      builder.clock(Clock.fixed(Instant.ofEpochSecond(args.get("now").asLong()), ZoneOffset.UTC));
    }
    Map<?, ?> headers = Driver.JSON.convertValue(args.get("headers"), Map.class);
    Map<String, Object> named = new HashMap<>();
    headers.forEach((key, value) -> named.put(String.valueOf(key), value));
    return members(builder.build().verify(Base64.getDecoder().decode(text("body_base64")), named));
  }

  /** What a handler gets from the accessors: printed, a notification would show what was on the wire. */
  private static Map<String, Object> members(WebhookNotification read) {
    Object data =
        Stream.of(
                read.data(),
                read.evaluation(),
                read.dispute(),
                read.calibration(),
                read.judgeChange(),
                read.hold(),
                read.erasure(),
                read.rescore(),
                read.redaction(),
                read.export(),
                read.batch())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    Map<String, Object> members = new HashMap<>();
    members.put("id", read.id());
    members.put("created", read.created());
    members.put("livemode", read.livemode());
    members.put("event", read.event());
    members.put("data", data);
    return members;
  }

  private CreateAnalysisParams submission() {
    CreateAnalysisParams.Builder builder = CreateAnalysisParams.builder();
    try {
      if (args.has("file")) builder.file(Path.of(text("file")));
      if (args.has("stream")) builder.stream(Files.newInputStream(Path.of(text("stream"))));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    if (args.has("url")) builder.url(text("url"));
    if (args.has("upload_id")) builder.uploadId(text("upload_id"));
    if (args.path("progress").asBoolean()) builder.onProgress(watched());
    members().forEach(builder::set);
    return builder.build();
  }

  private UploadProgress watched() {
    progress = Driver.JSON.createObjectNode().put("calls", 0).put("last", 0L).put("monotonic", true).putNull("total");
    return this::tell;
  }

  private String fileName() {
    return args.has("file_name") ? text("file_name") : "recording";
  }

  private Object sendUpload(CallAnalysis client) {
    return told(client.uploads().send(text("id"), Path.of(text("file")), watched(), options));
  }

  private Object deleteUpload(CallAnalysis client) {
    client.uploads().delete(text("id"), options);
    return null;
  }

  private static Map<String, Object> told(Upload upload) {
    return Map.of("id", upload.id(), "length", upload.length(), "offset", upload.offset());
  }

  private void tell(long sent, long total) {
    if (sent < progress.get("last").asLong()) progress.put("monotonic", false);
    progress.put("calls", progress.get("calls").asInt() + 1).put("last", sent);
    if (total < 0) progress.putNull("total");
    else progress.put("total", total);
  }

  private Object events(CallAnalysis client) {
    List<Object> events = new ArrayList<>();
    try (EventStream stream = client.analyses().events(text("id"), options)) {
      for (AnalysisStreamEvent each : stream) events.add(Map.of("event", each.event(), "data", each.data()));
    }
    return events;
  }

  private WaitOptions waitOptions() {
    WaitOptions.Builder builder = WaitOptions.builder().cancellation(cancellation);
    if (args.hasNonNull("timeout_ms")) builder.timeout(Duration.ofMillis(args.get("timeout_ms").asLong()));
    return builder.build();
  }

  /** Finds the method that takes all that can be given. */
  private Object other(CallAnalysis client) {
    String[] words = name.split("\\.");
    try {
      Object resource = CallAnalysis.class.getMethod(camelCase(words[0])).invoke(client);
      Method method =
          Arrays.stream(resource.getClass().getMethods())
              .filter(each -> each.getName().equals(camelCase(words[1])))
              .max(Comparator.comparingInt(Method::getParameterCount))
              .orElseThrow(() -> new IllegalArgumentException("No call " + name));
      List<Object> values = new ArrayList<>();
      List<String> path = pathParameters.stream().filter(args::has).toList();
      for (Class<?> type : method.getParameterTypes()) {
        if (type == String.class) values.add(text(path.get(values.size())));
        else if (type == long.class) values.add(args.path(path.get(values.size())).asLong());
        else if (type == RequestOptions.class) values.add(options);
        else values.add(params(type));
      }
      Object result = method.invoke(resource, values.toArray());
      return result instanceof PagedList<?> list ? taken(list) : result;
    } catch (InvocationTargetException failure) {
      if (failure.getCause() instanceof CallAnalysisException error) throw error;
      throw new IllegalStateException(failure.getCause());
    } catch (ReflectiveOperationException missing) {
      throw new IllegalArgumentException("No call " + name, missing);
    }
  }

  private Object params(Class<?> type) throws ReflectiveOperationException {
    Params.Builder<?> builder = (Params.Builder<?>) type.getMethod("builder").invoke(null);
    members().forEach(builder::set);
    return builder.getClass().getMethod("build").invoke(builder);
  }

  /** What goes to the service, without path parameters. */
  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    args.fields()
        .forEachRemaining(
            each -> {
              String key = each.getKey();
              boolean inPath = pathParameters.contains(key) && !name.equals("analyses.create");
              // The address of an endpoint is a member; that of a recording is not.
              boolean isMember = key.equals("url") && name.startsWith("webhook_endpoints.");
              if (!inPath && (isMember || !OF_THE_DRIVER.contains(key))) {
                members.put(key, Driver.JSON.convertValue(each.getValue(), Object.class));
              }
            });
    return members;
  }

  private List<Object> taken(PagedList<?> whole) {
    PagedList<?> list = args.has("limit") ? whole.pageSize(args.get("limit").asInt()) : whole;
    long most = args.path("take").asLong(Long.MAX_VALUE);
    List<Object> items = new ArrayList<>();
    for (Object each : list) {
      if (items.size() >= most) break;
      items.add(each);
    }
    return items;
  }

  private String text(String key) {
    return args.path(key).asText(null);
  }

  private static String camelCase(String words) {
    StringBuilder text = new StringBuilder();
    for (String word : words.split("_")) {
      text.append(text.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return text.toString();
  }
}
