package callanalysis;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All items of a list. It asks for a page when the one before is used up; each iterator begins anew.
 *
 * @param <T> what the list holds
 */
public final class PagedList<T> implements Iterable<T> {
  private final Transport transport;
  private final ApiRequest request;
  private final String skipBy;
  private final Class<T> item;
  private final RequestOptions options;

  PagedList(Transport transport, ApiRequest request, String skipBy, Class<T> item, RequestOptions options) {
    this.transport = transport;
    this.request = request;
    this.skipBy = skipBy;
    this.item = item;
    this.options = options;
  }

  /**
   * The same list in pages of another size; 20 by default.
   *
   * @param items from 1 to 100
   * @return a new list; this one stays as it is
   */
  public PagedList<T> pageSize(int items) {
    return new PagedList<>(transport, request.copy().query("limit", items), skipBy, item, options);
  }

  @Override
  public Iterator<T> iterator() {
    return new Reader();
  }

  /**
   * The items as a stream, which asks for pages as an iterator does.
   *
   * @return sequential
   */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  private final class Reader implements Iterator<T> {
    private Iterator<T> page = List.<T>of().iterator();
    private long seen;
    private boolean ended;

    @Override
    public boolean hasNext() {
      if (!page.hasNext() && !ended) turn();
      return page.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) throw new NoSuchElementException();
      return page.next();
    }

    private void turn() {
      ApiRequest next = seen == 0 ? request : request.copy().query(skipBy, seen);
      Page<T> answer = transport.call(next, Json.type(Page.class, item), options);
      List<T> items = answer.items == null ? List.of() : answer.items;
      page = items.iterator();
      seen += items.size();
      boolean more = answer.hasMore != null ? answer.hasMore : answer.total == null || seen < answer.total;
      ended = items.isEmpty() || !more;
    }
  }

  /** Both forms of a page. */
  private static final class Page<T> {
    @JsonProperty
    @JsonAlias("data")
    private List<T> items;

    @JsonProperty("has_more")
    private Boolean hasMore;

    @JsonProperty private Long total;
  }
}
