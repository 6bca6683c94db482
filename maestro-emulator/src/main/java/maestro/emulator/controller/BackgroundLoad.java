package maestro.emulator.controller;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks how much of this machine's processors neither this process nor a controller uses. A
 * controller is a process that is known, or whoever listens at its address; one that runs elsewhere
 * uses nothing here. Used by one thread.
 */
public final class OtherPrograms {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String LISTENS = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int SOCKET = 9;

  private final boolean known;
  private final List<Long> controllerPids;
  private double secondsAtBegin = Double.NaN;
  private long beganNs;

  private OtherPrograms(boolean known, List<Long> controllerPids) {
    this.known = known;
    this.controllerPids = List.copyOf(controllerPids);
  }

  /** Those beside a controller that listens at this address now. */
  public static OtherPrograms beside(InetSocketAddress controller) {
    try {
      if (NetworkInterface.getByInetAddress(controller.getAddress()) == null) {
        return new OtherPrograms(true, List.of());
      }
      List<Long> pids = listening(controller.getPort());
      return new OtherPrograms(!pids.isEmpty(), pids.stream().filter(p -> p != SELF).toList());
    } catch (IOException e) { // there is no /proc
      return new OtherPrograms(false, List.of());
    }
  }

  /** Those beside processes that are known. */
  public static OtherPrograms beside(List<Long> controllerPids) {
    return new OtherPrograms(true, controllerPids);
  }

  /** Now their time begins to count. */
  public void begin() {
    secondsAtBegin = secondsSoFar();
    beganNs = System.nanoTime();
  }

  /**
   * Processors that they used since {@link #begin}; NaN when that was not called, and when nobody
   * can see who the controller is.
   */
  public double processors() {
    return (secondsSoFar() - secondsAtBegin) / ((System.nanoTime() - beganNs) / 1e9);
  }

  private double secondsSoFar() {
    if (!known) {
      return Double.NaN;
    }
    double seconds = ProcessorTime.ofMachine() - ProcessorTime.ofProcess(SELF);
    for (long pid : controllerPids) {
      seconds -= ProcessorTime.ofProcess(pid);
    }
    return seconds;
  }

  /** The processes that listen at a port of this machine, as far as they can be seen. */
  static List<Long> listening(int port) throws IOException {
    Set<Path> sockets = new HashSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      if (Files.exists(Path.of(table))) {
        sockets.addAll(sockets(Files.readAllLines(Path.of(table)), port));
      }
    }
    List<Long> pids = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.map(ProcessHandle::pid).filter(pid -> hasOpen(pid, sockets)).forEach(pids::add);
    }
    return pids;
  }

  /** As a process's descriptors name them. */
  private static List<Path> sockets(List<String> lines, int port) {
    String hexPort = String.format(":%04X", port);
    return lines.stream()
        .map(line -> line.strip().split(" +", -1))
        .filter(fields -> fields.length > SOCKET && fields[STATE].equals(LISTENS))
        .filter(fields -> fields[LOCAL_ADDRESS].endsWith(hexPort))
        .map(fields -> Path.of("socket:[" + fields[SOCKET] + "]"))
        .toList();
  }

  private static boolean hasOpen(long pid, Set<Path> sockets) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path each : (Iterable<Path>) open::iterator) {
        if (sockets.contains(target(each))) {
          return true;
        }
      }
      return false;
    } catch (IOException | UncheckedIOException e) { // it is another user's, or has ended
      return false;
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) { // it was closed meanwhile
      return descriptor;
    }
  }
}
