package callanalysis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** One request to the service, before a credential and an address are known. */
final class ApiRequest {
  private final String method;
  private final String path;
  private final Map<String, Object> query = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Content content = Content.NONE;
  private String lastEventId;

  private ApiRequest(String method, String path) {
    this.method = method;
    this.path = path;
  }

  static ApiRequest get(String path) {
    return new ApiRequest("GET", path);
  }

  static ApiRequest put(String path) {
    return new ApiRequest("PUT", path);
  }

  static ApiRequest post(String path) {
    return new ApiRequest("POST", path);
  }

  static ApiRequest head(String path) {
    return new ApiRequest("HEAD", path);
  }

  static ApiRequest patch(String path) {
    return new ApiRequest("PATCH", path);
  }

  static ApiRequest delete(String path) {
    return new ApiRequest("DELETE", path);
  }

  /** An id as a part of a path. @throws CallAnalysisException for one that would lead to another path */
  static String segment(String name, String id) {
    if (id == null || id.isEmpty() || id.equals(".") || id.equals("..")) {
      throw CallAnalysisException.argument("The argument " + name + " names nothing.");
    }
    return encoded(id);
  }

  /** A number as a part of a path. */
  static String segment(String name, long number) {
    return Long.toString(number);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }

  ApiRequest copy() {
    ApiRequest copy = new ApiRequest(method, path);
    copy.query.putAll(query);
    copy.headers.putAll(headers);
    copy.content = content;
    return copy;
  }

  /** Takes the parameters with these names; without names all. */
  ApiRequest query(Params params, String... names) {
    Map<String, Object> taken = new LinkedHashMap<>(params.values());
    if (names.length > 0) taken.keySet().retainAll(List.of(names));
    query.putAll(taken);
    return this;
  }

  /** Leaves a null out. */
  ApiRequest query(String name, Object value) {
    query.put(name, value);
    return this;
  }

  /** Takes the parameters but those that stand in the query. */
  ApiRequest json(Params params, String... inQuery) {
    Map<String, Object> body = new LinkedHashMap<>(params.values());
    body.keySet().removeAll(List.of(inQuery));
    content = Content.json(body);
    return this;
  }

  ApiRequest content(Content given) {
    content = given;
    return this;
  }

  ApiRequest header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  Map<String, String> headers() {
    return headers;
  }

  ApiRequest lastEventId(String id) {
    lastEventId = id;
    return this;
  }

  String method() {
    return method;
  }

  Content content() {
    return content;
  }

  String lastEventId() {
    return lastEventId;
  }

  /** Path and query, encoded. */
  String target() {
    StringJoiner pairs = new StringJoiner("&", "?", "").setEmptyValue("");
    query.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> object) object.forEach((key, member) -> add(pairs, name + "[" + key + "]", member));
          else add(pairs, name, value);
        });
    return path + pairs;
  }

  private static void add(StringJoiner pairs, String name, Object value) {
    if (value != null) pairs.add(encoded(name) + "=" + encoded(Params.text(value)));
  }
}
