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
 * Measures how much of this machine's processors other programs use, which are neither this process
 * nor a controller. The controller is a known process, or the process that listens at its address.
 * A controller on another machine counts as 0. Used by one thread.
 */
public final class BackgroundLoad {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String EMULATOR_JAR = "maestro-emulator.jar";
  private static final String LISTENS = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int SOCKET = 9;

  private final boolean known;
  private final List<Long> controllerPids;
  private double secondsAtBegin = Double.NaN;
  private long beganNs;

  private BackgroundLoad(boolean known, List<Long> controllerPids) {
    this.known = known;
    this.controllerPids = List.copyOf(controllerPids);
  }

  /** The load beside the controller that listens at this address now. */
  static BackgroundLoad beside(InetSocketAddress controller) {
    try {
      if (NetworkInterface.getByInetAddress(controller.getAddress()) == null) {
        return new BackgroundLoad(true, List.of());
      }
      List<Long> pids = listening(controller.getPort());
      return new BackgroundLoad(!pids.isEmpty(), pids.stream().filter(p -> p != SELF).toList());
    } catch (IOException e) { // without /proc
      return new BackgroundLoad(false, List.of());
    }
  }

  /** The load beside several controllers. */
  public static BackgroundLoad besideAll(List<InetSocketAddress> controllers) {
    List<BackgroundLoad> each = controllers.stream().map(BackgroundLoad::beside).toList();
    return new BackgroundLoad(
        each.stream().allMatch(one -> one.known),
        each.stream().flatMap(one -> one.controllerPids.stream()).distinct().toList());
  }

  /** The load beside a controller and the emulator's other processes: agents, coordinator. */
  public static BackgroundLoad besideAgents(InetSocketAddress controller) {
    BackgroundLoad all = beside(controller);
    List<Long> pids = new ArrayList<>(all.controllerPids);
    try (Stream<ProcessHandle> running = ProcessHandle.allProcesses()) {
      running
          .filter(p -> p.pid() != SELF)
          .filter(p -> p.info().commandLine().orElse("").contains(EMULATOR_JAR))
          .forEach(p -> pids.add(p.pid()));
    }
    return new BackgroundLoad(all.known, pids.stream().distinct().toList());
  }

  /** The load beside known processes. */
  public static BackgroundLoad beside(List<Long> controllerPids) {
    return new BackgroundLoad(true, controllerPids);
  }

  /** Begins the measurement. */
  public void begin() {
    secondsAtBegin = secondsSoFar();
    beganNs = System.nanoTime();
  }

  /**
   * The processors that other programs have used since {@link #begin}. NaN before {@link #begin},
   * and when the controller's process cannot be found.
   */
  public double processors() {
    // Ticks of the machine and of processes are rounded apart, so nothing may look like less.
    double seconds = Math.max(0, secondsSoFar() - secondsAtBegin);
    return seconds / ((System.nanoTime() - beganNs) / 1e9);
  }

  /** Processor seconds of the controller so far; NaN when its process cannot be found. */
  public double controllerSeconds() {
    if (controllerPids.isEmpty()) {
      return Double.NaN;
    }
    return controllerPids.stream().mapToDouble(ProcessorTime::ofProcess).sum();
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

  /** The visible processes that listen at a port of this machine. */
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

  /** The sockets, by their names in the descriptors of a process. */
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
    } catch (IOException | UncheckedIOException e) { // the process is of another user, or has ended
      return false;
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) { // the descriptor was closed meanwhile
      return descriptor;
    }
  }
}
