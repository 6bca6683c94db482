package maestro.cli;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd how the controller is, when systemd has started it and wants to know ({@code
 * Type=notify}, {@code WatchdogSec}); otherwise it does nothing. What cannot be told is a warning.
 * Any thread, but for {@link #watch}.
 *
 * @see <a href="https://www.freedesktop.org/software/systemd/man/sd_notify.html">the protocol</a>
 */
final class ServiceManager {
  /** Takes what is told. */
  @FunctionalInterface
  interface Channel {
    void send(String state) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

  /** So often within the time after which systemd takes silence for a failure. */
  private static final int SIGNS_OF_LIFE = 4;

  private final Channel channel;
  private final OptionalLong watchdogNs;
  private boolean isFailing;

  /**
   * For who started this process.
   *
   * @param environment of the process
   */
  static ServiceManager of(Map<String, String> environment) {
    String name = environment.get("NOTIFY_SOCKET");
    if (name == null) {
      return new ServiceManager(state -> {}, OptionalLong.empty());
    }
    try {
      return new ServiceManager(new NotifySocket(name)::send, watchdogNs(environment));
    } catch (IOException | LinkageError e) {
      LOG.warn(
          "cannot notify systemd that the controller listens: NOTIFY_SOCKET: {}", e.toString());
      return new ServiceManager(state -> {}, OptionalLong.empty());
    }
  }

  /** After which silence systemd wants to act; empty when it does not watch this process. */
  private static OptionalLong watchdogNs(Map<String, String> environment) {
    String us = environment.getOrDefault("WATCHDOG_USEC", "");
    String pid = environment.get("WATCHDOG_PID");
    boolean isMeant = pid == null || pid.equals(Long.toString(ProcessHandle.current().pid()));
    return isMeant && us.matches("[1-9][0-9]{0,14}")
        ? OptionalLong.of(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(us)))
        : OptionalLong.empty();
  }

  ServiceManager(Channel channel, OptionalLong watchdogNs) {
    this.channel = channel;
    this.watchdogNs = watchdogNs;
  }

  /**
   * The start is over: the controller listens.
   *
   * @param listening for {@code systemctl status}
   */
  void ready(String listening) {
    tell("READY=1\nSTATUS=" + listening);
  }

  /** The end has begun. */
  void stopping() {
    tell("STOPPING=1");
  }

  /**
   * Gives signs of life from now on, on a thread of its own, as long as nothing is wrong.
   *
   * @param failure why the controller should be started again; empty when it should not
   */
  void watch(Supplier<Optional<String>> failure) {
    if (watchdogNs.isEmpty()) {
      return;
    }
    long everyMs =
        Math.max(1, TimeUnit.NANOSECONDS.toMillis(watchdogNs.getAsLong()) / SIGNS_OF_LIFE);
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  giveSign(failure.get());
                  Thread.sleep(everyMs);
                }
              } catch (InterruptedException e) {
                LOG.debug("no more signs of life");
              }
            },
            "watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  /** One sign of life, or none when there is a failure. For one thread. */
  void giveSign(Optional<String> failure) {
    if (failure.isEmpty()) {
      tell("WATCHDOG=1");
    } else if (!isFailing) {
      LOG.error("systemd will start the controller again unless this ends: {}", failure.get());
      tell("STATUS=" + failure.get());
    }
    isFailing = failure.isPresent();
  }

  private void tell(String state) {
    try {
      channel.send(state);
    } catch (IOException e) {
      LOG.warn(
          "cannot notify systemd of {}: {}", state.lines().findFirst().orElse(""), e.toString());
    }
  }
}
