package maestro.net;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import maestro.api.Application;
import maestro.api.BatchStage;
import maestro.api.Stages;
import maestro.batching.AdaptiveBatching;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.config.DuplicateMode;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.distribution.Distribution;
import maestro.distribution.DistributionSettings;
import maestro.net.connection.NioReadiness;
import maestro.net.connection.RateLimit;
import maestro.net.session.DatapathBinding;
import maestro.net.session.Roles;
import maestro.tls.TlsContext;

/** What a rig is made of. */
public final class RigSetup {
  StrategyName strategy = StrategyName.FAIR_SHARE;
  BiFunction<DistributionSettings, NioReadiness[], Distribution> own;
  int workers = 1;
  int readBytes = 64 * 1024;
  int quantum = 800;
  int maxSwitches = 100;
  int maxPerAddress = 100;
  DuplicateMode duplicates = DuplicateMode.VERIFY;
  LongFunction<RateLimit> limitOf = id -> null;
  Roles roles = Roles.ALONE;
  DatapathBinding binding = DatapathBinding.BY_CERTIFICATE;
  int highWaterBytes = 64 * 1024;
  long memoryBytes = Long.MAX_VALUE;
  int sendBufferBytes;
  int clientBufferBytes;
  int serverReceiveBytes;
  int batchCapacity = Rig.BATCH_CAPACITY;
  long repartitionNs = 1_000_000 * Rig.MS;
  long timeoutsNs = 5_000 * Rig.MS;
  Boolean batchPerVisit;
  final DelayBound bound = new DelayBound(3 * Rig.MS);
  Function<DelayBound, BatchingPolicy> policy =
      delayBound -> new AdaptiveBatching(delayBound, Rig.BATCH_CAPACITY);
  Supplier<TlsContext> tls;
  TlsContext clientTls;
  final List<Application> applications = new ArrayList<>();

  final List<String> sequences = new ArrayList<>();
  final List<String> settings = new ArrayList<>();

  public RigSetup strategy(StrategyName name) {
    strategy = name;
    return this;
  }

  /** A strategy of the test's own; one readiness for each worker. */
  public RigSetup strategy(BiFunction<DistributionSettings, NioReadiness[], Distribution> maker) {
    own = maker;
    return this;
  }

  public RigSetup workers(int count) {
    workers = count;
    return this;
  }

  public RigSetup readBytes(int bytes) {
    readBytes = bytes;
    return this;
  }

  public RigSetup quantum(int requests) {
    quantum = requests;
    return this;
  }

  public RigSetup maxSwitches(int count) {
    maxSwitches = count;
    return this;
  }

  public RigSetup maxPerAddress(int count) {
    maxPerAddress = count;
    return this;
  }

  public RigSetup limit(LongFunction<RateLimit> ofDatapathId) {
    limitOf = ofDatapathId;
    return this;
  }

  public RigSetup duplicates(DuplicateMode policyOfDuplicates) {
    duplicates = policyOfDuplicates;
    return this;
  }

  RigSetup binding(DatapathBinding ofCertificates) {
    binding = ofCertificates;
    return this;
  }

  public RigSetup roles(Roles ofSwitches) {
    roles = ofSwitches;
    return this;
  }

  public RigSetup batchCapacity(int requests) {
    batchCapacity = requests;
    return this;
  }

  public RigSetup repartitionEveryTick() {
    repartitionNs = 1;
    return this;
  }

  public RigSetup batchPerVisit(boolean each) {
    batchPerVisit = each;
    return this;
  }

  public RigSetup policy(BatchingPolicy ofEveryWorker) {
    policy = ignored -> ofEveryWorker;
    return this;
  }

  public RigSetup stage(BatchStage stage) {
    return application(
        new TestApplication("app" + applications.size(), context -> Stages.batch(() -> stage)));
  }

  public RigSetup application(Application application) {
    applications.add(application);
    return this;
  }

  /** A sequence as it is configured; without any, all applications are in one on requests. */
  public RigSetup sequence(String body) {
    sequences.add(body);
    return this;
  }

  /** A setting: {@code key=value}. */
  public RigSetup set(String setting) {
    settings.add(setting);
    return this;
  }

  /** The port speaks TLS, and so do the switches that {@link Rig#connect}. */
  RigSetup tls(Supplier<TlsContext> server, TlsContext client) {
    tls = server;
    clientTls = client;
    return this;
  }

  /** Small socket buffers and a low mark, so that a switch that does not read is soon noticed. */
  public RigSetup tight() {
    highWaterBytes = 16 * 1024;
    sendBufferBytes = 16 * 1024;
    clientBufferBytes = 32 * 1024;
    serverReceiveBytes = 128 * 1024;
    return this;
  }

  /** What all connections together may hold. */
  public RigSetup memory(long bytes) {
    memoryBytes = bytes;
    return this;
  }

  /** Nobody is closed for being slow or silent. */
  public RigSetup patient() {
    timeoutsNs = 1_000_000_000 * Rig.MS;
    return this;
  }

  /** Whether a batch is of one switch, as the strategy wants it if the test does not say. */
  boolean isBatchPerVisit() {
    return batchPerVisit != null
        ? batchPerVisit
        : strategy == StrategyName.STATIC_PARTITION || strategy == StrategyName.FAIR_SHARE;
  }

  DistributionSettings distributionSettings() {
    return new DistributionSettings(
        workers, readBytes, quantum, 64, 1, repartitionNs, 0.1, maxSwitches);
  }

  MaestroConfig.Connection connectionSettings() {
    return new MaestroConfig.Connection(
        maxSwitches,
        maxPerAddress,
        2 * timeoutsNs,
        timeoutsNs,
        3 * timeoutsNs,
        highWaterBytes,
        2 * timeoutsNs,
        duplicates,
        2 * timeoutsNs,
        2 * timeoutsNs,
        serverReceiveBytes == 0 ? OptionalInt.empty() : OptionalInt.of(serverReceiveBytes),
        sendBufferBytes == 0 ? OptionalInt.empty() : OptionalInt.of(sendBufferBytes));
  }

  /** What of their own a worker may gather before it answers, in bytes. */
  int mostBytesOfOneVisit() {
    return Math.max(quantum * 100, 2 * readBytes);
  }

  public Rig start() {
    return new Rig(this);
  }
}
