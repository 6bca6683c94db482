package maestro.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

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
 * @param tls how switches speak TLS; nothing when they speak plain TCP
 * @param weights the switches' shares
 * @param rateLimit how many requests a switch may make
 * @param vlans which VLANs the ports of switches carry
 * @param applications where applications come from
 * @param sequences what runs on which trigger, ordered as they were written; may be empty
 */
public record MaestroConfig(
    Listen listen,
    Distribution distribution,
    Batching batching,
    Connection connection,
    Optional<Tls> tls,
    Weights weights,
    RateLimit rateLimit,
    Vlans vlans,
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
   * @param trace where the threshold of each worker is written over time; empty is nowhere
   */
  public record Batching(
      BatchingPolicyName policy,
      long delayUpperBoundNs,
      int thresholdRequests,
      Optional<Path> trace) {}

  /**
   * What holds for each connection.
   *
   * @param maxSwitches how many may be connected
   * @param maxPerAddress how many of them from one address
   * @param handshakeTimeoutNs time until the handshake must be over
   * @param echoIntervalNs silence after which an echo request is sent
   * @param echoTimeoutNs silence after which the switch is taken for dead; more than the interval
   * @param outputHighWaterBytes waiting output that makes a switch congested
   * @param stalledTimeoutNs a congested switch that reads next to nothing for so long is
   *     disconnected
   * @param duplicateMode what becomes of a second switch with one datapath id
   * @param duplicateWaitNs verify: how long the first has to show that it lives
   * @param requestTimeoutNs an application's request that is not answered for so long has failed
   * @param receiveBufferBytes of the kernel; empty leaves it to the kernel
   * @param sendBufferBytes of the kernel; empty leaves it to the kernel
   */
  public record Connection(
      int maxSwitches,
      int maxPerAddress,
      long handshakeTimeoutNs,
      long echoIntervalNs,
      long echoTimeoutNs,
      int outputHighWaterBytes,
      long stalledTimeoutNs,
      DuplicateMode duplicateMode,
      long duplicateWaitNs,
      long requestTimeoutNs,
      OptionalInt receiveBufferBytes,
      OptionalInt sendBufferBytes) {}

  /**
   * TLS on the OpenFlow port. That the files can be used is not looked at here.
   *
   * @param privateKey the controller's key
   * @param certificate the controller's certificate
   * @param caCertificates whom switches must be signed by, when they are asked
   * @param clientAuth whether each switch must show a certificate
   * @param protocols at least one
   * @param provider who does the cryptography
   * @param bindDatapathId whether the certificate of a switch must be named after its datapath id
   * @param identity names or fingerprints of certificates, by datapath id
   */
  public record Tls(
      Path privateKey,
      Path certificate,
      Path caCertificates,
      ClientAuthMode clientAuth,
      List<TlsProtocol> protocols,
      TlsProviderName provider,
      boolean bindDatapathId,
      Map<Long, String> identity) {
    /** Copies the collections. */
    public Tls {
      protocols = List.copyOf(protocols);
      identity = Map.copyOf(identity);
    }

    /** The files it needs. */
    public List<Path> files() {
      return clientAuth == ClientAuthMode.REQUIRED
          ? List.of(privateKey, certificate, caCertificates)
          : List.of(privateKey, certificate);
    }
  }

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
   * How many flow requests each switch may make.
   *
   * @param requestsPerSecond empty is no limit
   * @param burstRequests so many at once after a quiet time; empty is as many as in a second
   * @param over what becomes of those above
   * @param byDatapathId the requests a second of switches that differ; empty is no limit
   */
  public record RateLimit(
      OptionalInt requestsPerSecond,
      OptionalInt burstRequests,
      OverLimit over,
      Map<Long, OptionalInt> byDatapathId) {
    /** No switch has a limit. */
    public static final RateLimit NONE =
        new RateLimit(OptionalInt.empty(), OptionalInt.empty(), OverLimit.DROP, Map.of());

    /** Copies the map. */
    public RateLimit {
      byDatapathId = Map.copyOf(byDatapathId);
    }

    /** The switch's requests a second; empty is no limit. For when it joins: it boxes. */
    public OptionalInt of(long datapathId) {
      return byDatapathId.getOrDefault(datapathId, requestsPerSecond);
    }
  }

  /**
   * Which VLANs the ports of switches carry.
   *
   * @param bySwitch by datapath id and by port, an OpenFlow 1.3 number
   */
  public record Vlans(Map<Long, Map<Integer, VlanPort>> bySwitch) {
    /** No port is declared. */
    public static final Vlans NONE = new Vlans(Map.of());

    /** Copies the map. */
    public Vlans {
      bySwitch = Map.copyOf(bySwitch);
    }
  }

  /**
   * A port whose VLANs are declared.
   *
   * @param untagged the VLAN of packets without a tag: that of an access port, or the native one of
   *     a trunk; empty for none
   * @param trunk of a trunk, the VLANs with a tag, or {@link #ALL}; empty for an access port
   */
  public record VlanPort(OptionalInt untagged, Optional<Set<Integer>> trunk) {
    /** Every VLAN; there is no trunk of none. */
    public static final Set<Integer> ALL = Set.of();

    /** Copies the set. */
    public VlanPort {
      trunk = trunk.map(Set::copyOf);
    }
  }

  /**
   * Where applications come from.
   *
   * @param directories folders with jars
   * @param onBroken what a jar that cannot be loaded does
   * @param faultBudget an application that throws more often is taken out of its sequences
   * @param slowStageNs a stage that takes longer is reported
   * @param stallLimitNs a batch waits no longer for a view
   * @param reloadOnChange whether a changed file is read again without being asked
   */
  public record Applications(
      List<Path> directories,
      BrokenJarMode onBroken,
      int faultBudget,
      long slowStageNs,
      long stallLimitNs,
      boolean reloadOnChange) {
    /** Copies the list. */
    public Applications {
      directories = List.copyOf(directories);
    }
  }

  /**
   * Triggers and the applications they run.
   *
   * @param name as configured
   * @param triggers what makes it run; {@link Trigger#FLOW_REQUEST} alone or not at all
   * @param everyNs with {@link Trigger#EVERY}: the time between two runs
   * @param views with {@link Trigger#VIEW_CHANGED}: names of views, at least one
   * @param events with {@link Trigger#ANNOUNCED}: names of announcements, at least one
   * @param stallOn with {@link Trigger#FLOW_REQUEST}: batches wait while these views are made
   * @param ordering with {@link Trigger#FLOW_REQUEST}: what holds for the requests of one switch
   * @param run names of applications that exist, at least one, each once, in order
   */
  public record Sequence(
      String name,
      Set<Trigger> triggers,
      OptionalLong everyNs,
      List<String> views,
      List<String> events,
      List<String> stallOn,
      Ordering ordering,
      List<String> run) {
    /** Copies the collections. */
    public Sequence {
      triggers = Set.copyOf(triggers);
      views = List.copyOf(views);
      events = List.copyOf(events);
      stallOn = List.copyOf(stallOn);
      run = List.copyOf(run);
    }

    /** Runs applications on flow requests, the usual way. */
    public static Sequence onFlowRequest(String name, List<String> run) {
      return new Sequence(
          name,
          Set.of(Trigger.FLOW_REQUEST),
          OptionalLong.empty(),
          List.of(),
          List.of(),
          List.of(),
          Ordering.STRICT,
          run);
    }
  }
}
