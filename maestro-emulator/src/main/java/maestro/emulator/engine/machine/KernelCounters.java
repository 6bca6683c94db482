package maestro.emulator.engine.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.report.KernelTcp;

/**
 * Reads what the kernel counts of TCP. {@code /proc/net/netstat} has two lines for each group: the
 * names and the numbers, in the same order. A name that this kernel does not have counts as 0.
 */
public final class KernelCounters {
  private static final Path NETSTAT = Path.of("/proc/net/netstat");
  private static final String GROUP = "TcpExt:";

  private KernelCounters() {}

  /** Since the machine, or the network namespace of this process, began. */
  public static KernelTcp tcp() {
    try {
      return tcp(Files.readAllLines(NETSTAT));
    } catch (IOException e) { // not Linux
      return KernelTcp.UNKNOWN;
    }
  }

  static KernelTcp tcp(List<String> lines) {
    List<String> group = lines.stream().filter(line -> line.startsWith(GROUP)).toList();
    if (group.size() != 2) {
      return KernelTcp.UNKNOWN;
    }
    List<String> names = fields(group.get(0));
    List<String> numbers = fields(group.get(1));
    return new KernelTcp(
        sum(names, numbers, "TCPMemoryPressures"),
        sum(names, numbers, "TCPRcvQDrop", "TCPOFODrop", "TCPBacklogDrop"),
        sum(names, numbers, "TCPTimeouts"));
  }

  private static List<String> fields(String line) {
    return List.of(line.strip().split(" +", -1));
  }

  private static double sum(List<String> names, List<String> numbers, String... wanted) {
    double sum = 0;
    for (String each : wanted) {
      int at = names.indexOf(each);
      sum += at < 0 || at >= numbers.size() ? 0 : Double.parseDouble(numbers.get(at));
    }
    return sum;
  }
}
