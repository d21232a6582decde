package callanalysis;

import java.net.Socket;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

final class EventStreamTest {
  private static final String PROGRESS = "event: progress\r\ndata: {\"percent\":1}\r\n\r\n";

  private EventStreamTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "the time for reading an event's page does not count as silence", EventStreamTest::letsConsumersBeSlow,
        "a stream that another thread closes ends, and does not connect again", EventStreamTest::endsWhenClosed);
  }

  private static void letsConsumersBeSlow() throws Exception {
    try (TestServer server = TestServer.plain((number, head, socket) -> send(socket))) {
      CallAnalysis client = ClientTest.client(server).streamTimeout(Duration.ofMillis(200)).build();
      try (EventStream events = client.analyses().events("a")) {
        Iterator<AnalysisStreamEvent> each = events.iterator();
        Check.equal(each.next().progress().percent(), 1L);
        Thread.sleep(400);
        TestServer.write(server.last(), PROGRESS);
        Check.equal(each.next().progress().percent(), 1L);
        Check.equal(server.heads().size(), 1);
        // Silence does count: it connects again, on a slow machine more than once.
        Check.equal(each.next().progress().percent(), 1L);
        Check.that(server.heads().size() >= 2, "it connects again");
      }
    }
  }

  private static void endsWhenClosed() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    try (TestServer server = TestServer.plain((number, head, socket) -> send(socket))) {
      EventStream events = ClientTest.client(server).build().analyses().events("a");
      Thread closer =
          new Thread(
              () -> {
                try {
                  reading.await();
                  events.close();
                } catch (InterruptedException over) {
                  // The test has failed.
                }
              });
      closer.start();
      Iterator<AnalysisStreamEvent> each = events.iterator();
      Check.equal(each.next().progress().percent(), 1L);
      reading.countDown();
      Check.that(!each.hasNext(), "there are no more events");
      Check.equal(server.heads().size(), 1);
      closer.join();
    }
  }

  /** Sends one event, and keeps the connection open. */
  private static void send(Socket socket) throws Exception {
    TestServer.write(socket, "HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n" + PROGRESS);
    socket.getInputStream().read();
  }
}
