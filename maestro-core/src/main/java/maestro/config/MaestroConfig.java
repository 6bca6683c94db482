package maestro.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Everything the runtime may be told, validated: all values are within the bounds that {@code
 * reference.conf} names, and what was {@code auto} is decided unless it says otherwise here.
 *
 * <p>Immutable; share it freely.
 *
 * @param listen where switches connect
 * @param distribution who works for whom
 * @param batching how many requests a sequence is run over
 * @param connection what holds for each switch's connection
 * @param weights the switches' shares
 * @param applications where applications come from
 * @param sequences what runs on which trigger, ordered as they were written; may be empty
 */
public record MaestroConfig(
    Listen listen,
    Distribution distribution,
    Batching batching,
    Connection connection,
    Weights weights,
    Applications applications,
    List<Sequence> sequences) {

  /** Copies the list. */
  public MaestroConfig {
    sequences = List.copyOf(sequences);
  }

  /**
   * An address to listen at.
   *
   * @param host name or address; {@code *} is every address of the machine
   * @param port 0 for a free one
   */
  public record Listen(String host, int port) {
    /**
     * The socket address; looks the host's name up, and is unresolved when there is no such host.
     */
    public InetSocketAddress toSocketAddress() {
      return host.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    /** {@code HOST:PORT}, the way operators write it. */
    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /**
   * The workload distribution.
   *
   * @param strategy its name
   * @param workerCount how many worker threads
   * @param preset the design static partition imitates
   * @param readSizeBytes how much one read takes at most
   * @param quantumRequests fair-share: requests in one visit to a switch of weight 1
   * @param queueCapacity shared-queue: how many batches wait at most
   * @param selectThreadCount shared-queue: how many threads read
   * @param repartitionIntervalNs dynamic-partition: time between two looks at the load
   * @param repartitionTolerance dynamic-partition: imbalance that is left alone, as a part of the
   *     mean load
   * @param bindCores whether each worker gets a core of its own when there are enough
   * @param idle what a worker without work does
   */
  public record Distribution(
      StrategyName strategy,
      int workerCount,
      PartitionPreset preset,
      int readSizeBytes,
      int quantumRequests,
      int queueCapacity,
      int selectThreadCount,
      long repartitionIntervalNs,
      double repartitionTolerance,
      boolean bindCores,
      IdleMode idle) {}

  /**
   * Input batching.
   *
   * @param policy its name
   * @param delayUpperBoundNs a batch should not take longer
   * @param thresholdRequests fixed: how many requests make a batch
   */
  public record Batching(
      BatchingPolicyName policy, long delayUpperBoundNs, int thresholdRequests) {}

  /**
   * What holds for each connection.
   *
   * @param maxSwitches how many may be connected
   * @param handshakeTimeoutNs time until the features must be known
   * @param echoIntervalNs silence after which an echo request is sent
   * @param echoTimeoutNs silence after which the switch is taken for dead; more than the interval
   * @param outputHighWaterBytes waiting output that makes a switch congested
   * @param stalledTimeoutNs a congested switch that reads nothing for so long is disconnected
   * @param receiveBufferBytes of the kernel; empty leaves it to the kernel
   * @param sendBufferBytes of the kernel; empty leaves it to the kernel
   */
  public record Connection(
      int maxSwitches,
      long handshakeTimeoutNs,
      long echoIntervalNs,
      long echoTimeoutNs,
      int outputHighWaterBytes,
      long stalledTimeoutNs,
      OptionalInt receiveBufferBytes,
      OptionalInt sendBufferBytes) {}

  /**
   * The shares of switches that do not have the usual one.
   *
   * @param byDatapathId weights, 1 to 1000
   */
  public record Weights(Map<Long, Integer> byDatapathId) {
    /** Copies the map. */
    public Weights {
      byDatapathId = Map.copyOf(byDatapathId);
    }

    /** The switch's weight; 1 unless configured. For when it joins: it boxes. */
    public int of(long datapathId) {
      return byDatapathId.getOrDefault(datapathId, 1);
    }
  }

  /**
   * Where applications come from.
   *
   * @param directories folders with jars
   * @param onBroken what a jar that cannot be loaded does
   */
  public record Applications(List<Path> directories, BrokenJarMode onBroken) {
    /** Copies the list. */
    public Applications {
      directories = List.copyOf(directories);
    }
  }

  /**
   * A trigger and the applications it runs.
   *
   * @param name as configured
   * @param trigger what makes it run
   * @param run names of applications that exist, at least one, each once, in order
   */
  public record Sequence(String name, Trigger trigger, List<String> run) {
    /** Copies the list. */
    public Sequence {
      run = List.copyOf(run);
    }
  }
}
