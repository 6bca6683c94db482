package maestro.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The validated configuration of the runtime: all values are within the bounds that {@code
 * reference.conf} names, and {@code auto} is replaced by a value, except where noted.
 *
 * <p>Immutable; may be shared between threads.
 *
 * @param listen the address where switches connect
 * @param role which role this controller takes at its switches
 * @param control the listener for operators
 * @param distribution how switches are distributed to workers
 * @param batching how many requests a batch holds
 * @param connection the settings of each connection
 * @param connections what all connections share
 * @param tls the settings of TLS; empty for plain TCP
 * @param cluster the controllers that act as one; empty for one alone
 * @param weights the weights of switches
 * @param rateLimit how many requests a switch may make
 * @param names what operators call switches and ports
 * @param vlans which VLANs the ports of switches carry
 * @param applications where applications come from
 * @param sequences which applications run on which trigger, in the order of the configuration; may
 *     be empty
 */
public record MaestroConfig(
    ListenAddress listen,
    RoleMode role,
    Control control,
    Distribution distribution,
    Batching batching,
    Connection connection,
    Connections connections,
    Optional<Tls> tls,
    Optional<ClusterConfig> cluster,
    Weights weights,
    RateLimit rateLimit,
    SwitchNames names,
    Vlans vlans,
    Applications applications,
    List<Sequence> sequences) {

  /** Copies the list. */
  public MaestroConfig {
    sequences = List.copyOf(sequences);
  }

  /** The same with other values of what can change while the controller runs. */
  public MaestroConfig with(Batching nextBatching, Weights nextWeights, RateLimit nextRateLimit) {
    return new MaestroConfig(
        listen,
        role,
        control,
        distribution,
        nextBatching,
        connection,
        connections,
        tls,
        cluster,
        nextWeights,
        nextRateLimit,
        names,
        vlans,
        applications,
        sequences);
  }

  /**
   * The control listener: health, metrics and status over HTTP.
   *
   * @param listen where it listens; empty when it is off
   * @param certificate the files for HTTPS; empty for plain HTTP
   * @param tokens what clients show; without one that may read, none is needed to read
   * @param named what has metrics of its own
   * @param probing whether the controller probes itself
   * @param portStatisticsNs the time between two questions to a switch for the counters of its
   *     ports; empty: it is not asked
   * @param staticFlows the file that keeps the static flows; empty when they are not kept
   * @param metricsListen where it also listens for metrics and health alone; mostly empty
   * @param origins under which a reverse proxy shows it, such as {@code https://maestro.example},
   *     in lower case
   * @param note what the page says of this controller; empty for nothing
   * @param thresholds from when on something is a concern
   */
  public record Control(
      Optional<ListenAddress> listen,
      Optional<ControlCertificate> certificate,
      List<ControlToken> tokens,
      NamedMetrics named,
      boolean probing,
      OptionalLong portStatisticsNs,
      Optional<Path> staticFlows,
      Optional<ListenAddress> metricsListen,
      List<String> origins,
      String note,
      Thresholds thresholds) {
    /** Copies the list. */
    public Control {
      tokens = List.copyOf(tokens);
    }

    /** No control listener. */
    public static final Control OFF =
        new Control(
            Optional.empty(),
            Optional.empty(),
            List.of(),
            new NamedMetrics(0, 0),
            false,
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            "",
            new Thresholds(0, 0, 0, 0, 0, 0));

    /** The same with what another one has in those keys that a reload changes. */
    public Control withChangeable(Control next) {
      return new Control(
          listen,
          next.certificate,
          next.tokens,
          named,
          probing,
          next.portStatisticsNs,
          staticFlows,
          metricsListen,
          origins,
          note,
          next.thresholds);
    }

    /** The file of the static flows, when they are in use and kept. */
    public Optional<Path> keptFlows() {
      return listen.isPresent() ? staticFlows : Optional.empty();
    }
  }

  /**
   * How many have metrics of their own; the others are summed.
   *
   * @param switches of the switches, and of the links
   * @param ports of the ports of all switches
   */
  public record NamedMetrics(int switches, int ports) {}

  /**
   * From when on an operator should look at something.
   *
   * @param belowShare how far a switch is below its fair share, as a part of it
   * @param probingDelayNs how long the probing switch waits, at its 99th percentile
   * @param stageNs how long an application has not returned
   * @param applicationFaults how many exceptions an application has thrown
   * @param certificateDays so many days before a certificate ends
   * @param conductorNs how long the conductor stands still, until it counts as stuck
   */
  public record Thresholds(
      double belowShare,
      long probingDelayNs,
      long stageNs,
      int applicationFaults,
      int certificateDays,
      long conductorNs) {}

  /**
   * A token for the control listener.
   *
   * @param name by which logs and events name who shows it
   * @param sha256 its hash, 32 bytes as hexadecimal digits in lower case
   */
  public record ControlToken(String name, String sha256, TokenRight right) {}

  /**
   * The files of the control listener's certificate, in PEM. They are not checked here.
   *
   * @param privateKey the key
   * @param certificate the certificate, then those between it and the CA
   */
  public record ControlCertificate(Path privateKey, Path certificate) {}

  /**
   * The workload distribution.
   *
   * @param strategy the name of the strategy
   * @param workerCount how many worker threads
   * @param readSizeBytes the most bytes of one read
   * @param quantumRequests fair-share: requests in a round of a switch of weight 1
   * @param lightVisitsPart fair-share: the part of a worker's time that visits to light switches
   *     may cost beyond their requests
   * @param queueCapacity shared-queue: the most batches that wait
   * @param selectThreadCount shared-queue: how many threads read
   * @param chop shared-queue: who cuts reads into requests
   * @param repartitionIntervalNs dynamic-partition: time between two checks of the load
   * @param repartitionTolerance dynamic-partition: the imbalance that moves no switch, as a part of
   *     the mean load
   * @param bindCores whether each worker gets its own core when there are enough
   * @param idle how a worker without work waits
   */
  public record Distribution(
      StrategyName strategy,
      int workerCount,
      int readSizeBytes,
      int quantumRequests,
      double lightVisitsPart,
      int queueCapacity,
      int selectThreadCount,
      ChoppingThread chop,
      long repartitionIntervalNs,
      double repartitionTolerance,
      boolean bindCores,
      IdleMode idle) {}

  /**
   * Input batching.
   *
   * @param policy the name of the policy
   * @param delayUpperBoundNs the batching delay bound
   * @param thresholdRequests fixed: the input batching threshold (IBT)
   * @param wholeBatches whether a batch that is as old as the bound goes on gathering
   * @param trace the file for each worker's IBT over time; empty for none
   */
  public record Batching(
      BatchingPolicyName policy,
      long delayUpperBoundNs,
      int thresholdRequests,
      boolean wholeBatches,
      Optional<Path> trace) {
    /** The bounds of the batching delay bound. */
    public static final long LEAST_BOUND_NS = 10_000;

    /** See {@link #LEAST_BOUND_NS}. */
    public static final long MOST_BOUND_NS = 10_000_000_000L;

    /** The same with another bound. */
    public Batching withDelayUpperBoundNs(long next) {
      return new Batching(policy, next, thresholdRequests, wholeBatches, trace);
    }
  }

  /**
   * The settings of all connections.
   *
   * @param maxSwitches the most connections
   * @param maxPerAddress the most connections from one address
   * @param handshakeTimeoutNs time in which the handshake must end
   * @param echoIntervalNs silence after which an echo request is sent
   * @param echoTimeoutNs silence after which the connection is closed; more than the interval
   * @param outputHighWaterBytes waiting output that makes a switch congested
   * @param stalledTimeoutNs a congested switch that reads next to nothing for this time is
   *     disconnected
   * @param duplicateMode decides about a second connection with the same datapath id
   * @param duplicateWaitNs verify: the time that the first connection has to answer
   * @param requestTimeoutNs an application's request fails when it is unanswered for this time
   * @param receiveBufferBytes size of the socket's receive buffer; empty lets the kernel choose
   * @param sendBufferBytes size of the socket's send buffer; empty lets the kernel choose
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
   * What all connections share.
   *
   * @param memoryBytes the most memory for their bytes; empty: a part of what the JVM may use
   */
  public record Connections(OptionalLong memoryBytes) {}

  /**
   * TLS on the OpenFlow port. The files are not checked here.
   *
   * @param privateKey the controller's key
   * @param certificate the controller's certificate
   * @param caCertificates the CAs that sign switches' certificates, when those are requested
   * @param clientAuth whether each switch must have a certificate
   * @param protocols at least one
   * @param provider the library that does the cryptography
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

    /** The files that are read. */
    public List<Path> files() {
      return clientAuth == ClientAuthMode.REQUIRED
          ? List.of(privateKey, certificate, caCertificates)
          : List.of(privateKey, certificate);
    }
  }

  /**
   * The weights of switches.
   *
   * @param byDatapathId weights other than the default, 1 to {@link #MOST}
   */
  public record Weights(Map<Long, Integer> byDatapathId) {
    /** The highest weight. */
    public static final int MOST = 1000;

    /** Copies the map. */
    public Weights {
      byDatapathId = Map.copyOf(byDatapathId);
    }

    /** The switch's weight; 1 unless configured. Not for the hot path: it boxes. */
    public int of(long datapathId) {
      return byDatapathId.getOrDefault(datapathId, 1);
    }
  }

  /**
   * How many flow requests each switch may make.
   *
   * @param requestsPerSecond empty is no limit
   * @param burstRequests how many at once after a quiet time; empty is as many as in a second
   * @param over what happens to excess requests
   * @param byDatapathId the requests a second of switches with another limit; empty is no limit
   */
  public record RateLimit(
      OptionalInt requestsPerSecond,
      OptionalInt burstRequests,
      OverLimit over,
      Map<Long, OptionalInt> byDatapathId) {
    /** The highest limit, in requests a second. */
    public static final int MOST = 1_000_000_000;

    /** No switch has a limit. */
    public static final RateLimit NONE =
        new RateLimit(OptionalInt.empty(), OptionalInt.empty(), OverLimit.DROP, Map.of());

    /** Copies the map. */
    public RateLimit {
      byDatapathId = Map.copyOf(byDatapathId);
    }

    /** The switch's requests a second; empty is no limit. Not for the hot path: it boxes. */
    public OptionalInt of(long datapathId) {
      return byDatapathId.getOrDefault(datapathId, requestsPerSecond);
    }
  }

  /**
   * Which VLANs the ports of switches carry.
   *
   * @param bySwitch by datapath id and by port, an OpenFlow 1.3 number
   */
  public record Vlans(Map<Long, Map<Integer, DeclaredPort>> bySwitch) {
    /** No port is declared. */
    public static final Vlans NONE = new Vlans(Map.of());

    /** Copies the map. */
    public Vlans {
      bySwitch = Map.copyOf(bySwitch);
    }
  }

  /**
   * Where applications come from.
   *
   * @param directories folders with jars
   * @param onBroken what happens when a jar cannot be loaded
   * @param faultBudget an application that throws more often is taken out of its sequences
   * @param slowStageNs a stage that takes longer is reported
   * @param stallLimitNs the longest time that a batch waits for a view
   * @param checkEntriesNs the time between two checks of a switch's flow entries; empty: they are
   *     checked only when something has happened
   * @param checkStages whether stages are watched for mistakes
   * @param reloadOnChange whether a changed file causes a reload
   * @param store the file that keeps their state; empty when it ends with the controller
   * @param storeLimitBytes how large the state of one application may be
   */
  public record Applications(
      List<Path> directories,
      BrokenJarMode onBroken,
      int faultBudget,
      long slowStageNs,
      long stallLimitNs,
      OptionalLong checkEntriesNs,
      boolean checkStages,
      boolean reloadOnChange,
      Optional<Path> store,
      long storeLimitBytes) {
    /** Copies the list. */
    public Applications {
      directories = List.copyOf(directories);
    }
  }
}
