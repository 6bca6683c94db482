package maestro.bench.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Answers requests of one length on one thread until it is stopped. */
abstract class AnswerServer implements AutoCloseable {
  static final int READ_BYTES = 64 * 1024;

  private final int requestBytes;
  private final Thread thread = new Thread(this::serve, "answer-server");
  private volatile boolean running = true;

  /**
   * Not started yet.
   *
   * @param requestBytes the length of each request
   */
  AnswerServer(int requestBytes) {
    this.requestBytes = requestBytes;
  }

  /** The address on loopback on which it listens. */
  abstract int port() throws IOException;

  /** Accepts one connection. Called before the start. */
  abstract void accept() throws IOException;

  /** Waits for ready connections, for a short time at most, and answers their requests. */
  abstract void cycle() throws IOException;

  /** Starts to answer. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Stops answering. */
  void stop() throws InterruptedException {
    running = false;
    thread.join();
  }

  @Override
  public abstract void close() throws IOException;

  private void serve() {
    try {
      while (running) {
        cycle();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts the requests of one connection, whose bytes come in pieces. */
  final class Requests {
    private int restBytes;

    /** The bytes of the answers to those that are complete now. */
    int answerBytes(int readBytes) {
      int all = restBytes + readBytes;
      restBytes = all % requestBytes;
      return all / requestBytes * TransportBenchmark.ANSWER_BYTES;
    }
  }
}
