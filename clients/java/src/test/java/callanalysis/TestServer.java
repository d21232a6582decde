package callanalysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Answers each connection as the test says. */
final class TestServer implements AutoCloseable {
  /** Plays one connection; {@code head} is the head of the request. */
  interface Play {
    void play(int connection, String head, Socket socket) throws Exception;
  }

  private final ServerSocket listener;
  private final String scheme;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final CountDownLatch connected = new CountDownLatch(1);

  TestServer(ServerSocket listener, String scheme, Play play) {
    this.listener = listener;
    this.scheme = scheme;
    Thread thread = new Thread(() -> accept(play));
    thread.setDaemon(true);
    thread.start();
  }

  static TestServer plain(Play play) throws IOException {
    return new TestServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http", play);
  }

  String url() {
    return scheme + "://localhost:" + listener.getLocalPort();
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** The heads of the requests so far. */
  List<String> heads() {
    return heads;
  }

  /** The connection that was opened last. */
  Socket last() {
    return open.get(open.size() - 1);
  }

  void awaitConnection() throws InterruptedException {
    connected.await();
  }

  private void accept(Play play) {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        int number = open.size();
        Thread thread = new Thread(() -> serve(play, number, socket));
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Play play, int number, Socket socket) {
    try {
      String head = head(socket.getInputStream());
      heads.add(head);
      connected.countDown();
      play.play(number, head, socket);
    } catch (Exception cut) {
      // The client says what it saw.
    }
  }

  static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) throw new IOException("no request");
      head.append((char) next);
    }
    return head.toString();
  }

  static void answer(Socket socket, int status, String json) throws IOException {
    String head = "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\n";
    write(socket, head + "Content-Length: " + json.length() + "\r\n\r\n" + json);
  }

  static void write(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Reads to the end of a form. */
  static void drain(Socket socket) throws IOException {
    String seen = "";
    byte[] block = new byte[64 * 1024];
    for (int count = socket.getInputStream().read(block); count >= 0; count = socket.getInputStream().read(block)) {
      seen += new String(block, Math.max(0, count - 64), Math.min(64, count), StandardCharsets.ISO_8859_1);
      if (seen.endsWith("--\r\n") || seen.endsWith("0\r\n\r\n")) return;
      seen = seen.substring(Math.max(0, seen.length() - 64));
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) socket.close();
  }
}
