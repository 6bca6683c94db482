package maestro.network.cli;

import java.util.concurrent.TimeUnit;
import maestro.cli.line.Bounds;
import maestro.emulator.scenario.ProtocolVersion;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.plan.NetworkSettings;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What all links and switches of {@code network} have in common. */
final class SwitchOptions {
  private static final int MOST_BUFFERS = 1 << 16;
  private static final int MOST_DELAY_US = 10_000_000;

  @Option(
      names = "--link-delay",
      paramLabel = "MICROSECONDS",
      defaultValue = "100",
      description =
          "The delay of every link (default: ${DEFAULT-VALUE}, unless the map knows better).")
  private int linkDelayUs;

  @Option(
      names = "--exact-entries",
      paramLabel = "N",
      defaultValue = "131072",
      description =
          "Flow entries without wildcards that a switch takes; with 1.3, entries of each table"
              + " (default: ${DEFAULT-VALUE}).")
  private int exactEntries;

  @Option(
      names = "--wildcard-entries",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Flow entries with wildcards that a switch of 1.0 takes (default: ${DEFAULT-VALUE}).")
  private int wildcardEntries;

  @Option(
      names = "--tuple-space",
      description =
          "A switch of 1.0 finds entries with wildcards by tuple space search, as those of 1.3 do,"
              + " instead of one after the other.")
  private boolean tupleSpace;

  @Option(
      names = "--buffers",
      paramLabel = "N",
      defaultValue = "256",
      description = "Packets that a switch keeps for the controller (default: ${DEFAULT-VALUE}).")
  private int buffers;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = SizeOption.class,
      description =
          "What flow entries, groups, meters and buffered packets of all switches may use together"
              + " (default: half of the heap). Beyond it tables are full.")
  private Long memoryBytes;

  /** Refuses numbers out of bounds. */
  void check(CommandLine command) {
    Bounds.check(command, "--link-delay", linkDelayUs, 0, MOST_DELAY_US);
    Bounds.check(command, "--exact-entries", exactEntries, 0, TableSizes.MOST);
    Bounds.check(command, "--wildcard-entries", wildcardEntries, 0, TableSizes.MOST);
    Bounds.check(command, "--buffers", buffers, 0, MOST_BUFFERS);
  }

  NetworkSettings settings(ProtocolVersion openflow) {
    return new NetworkSettings(
        openflow.wireVersion(),
        TimeUnit.MICROSECONDS.toNanos(linkDelayUs),
        new TableSizes(
            exactEntries,
            wildcardEntries,
            tupleSpace ? WildcardSearch.TUPLE_SPACE : WildcardSearch.LINEAR),
        buffers,
        memoryBytes == null ? MemoryBudget.usualBytes() : memoryBytes);
  }
}
