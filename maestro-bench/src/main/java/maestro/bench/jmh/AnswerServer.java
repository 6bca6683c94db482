package maestro.bench;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Answers requests of one length on one thread until it is stopped. */
abstract class AnswerServer implements AutoCloseable {
  static final int READ_BYTES = 64 * 1024;

  private final Thread thread = new Thread(this::serve, "answer-server");
  private volatile boolean running = true;

  /** Where it listens on loopback. */
  abstract int port() throws IOException;

  /** Takes one connection. Before the start. */
  abstract void accept() throws IOException;

  /** Waits until something is ready, a little at most, and answers it. */
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
}
