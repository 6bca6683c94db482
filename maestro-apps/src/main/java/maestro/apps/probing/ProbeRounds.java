package maestro.apps.probing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The rounds in which ports are probed, and the key that seals probes. The value of the view {@code
 * probe-rounds}; a live object that stays the same.
 *
 * <ol>
 *   <li>A seal is the first half of the HMAC-SHA256 (RFC 2104) over switch, port, instance, round
 *       and kind of a probe. Without the key no seal can be made, and the seal of one port is not
 *       valid for another.
 *   <li>Each run of the application has a random instance number. It distinguishes own probes from
 *       those of another controller with the same key, and from those before a restart or a reload.
 *   <li>Rounds count up from 0, so the age of an own probe that was recorded and replayed shows.
 *   <li>Age is counted in rounds and not in time: when the controller is late with its own probes,
 *       no link ages.
 *   <li>The probes of a round are due {@link #TRAVEL_TIME} after the last of them was sent: a probe
 *       that did not come in by then is missing.
 * </ol>
 *
 * <p>A seal does not defend against a relay, which takes a probe at one host port and sends it into
 * another at once. The relay makes a link, as a cable between the two ports would.
 *
 * <p>Threads: the event thread, except where stated.
 */
public final class ProbeRounds {
  /** The time that probes get to come in: control connections and switches need milliseconds. */
  public static final Duration TRAVEL_TIME = Duration.ofMillis(200); // 5

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int SEALED_BYTES = Integer.BYTES + 3 * Long.BYTES + 1;

  private final Mac mac;

  /** Volatile: any thread reads the key for another member. */
  private volatile byte[] key;

  private final long instance = new SecureRandom().nextLong(); // 2
  private long round;
  private long due; // 5

  private ProbeRounds(byte[] key) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
    this.key = key;
  }

  /** The key, for another member of the cluster. Any thread. */
  byte[] key() {
    return key.clone();
  }

  /**
   * Seals with the key of the member that was active, so that its probes, which are under way, are
   * genuine.
   *
   * @throws IllegalArgumentException when it is no random key
   */
  void restore(byte[] next) {
    if (next.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "found a key of %d bytes; allowed: %d".formatted(next.length, KEY_BYTES));
    }
    try {
      mac.init(new SecretKeySpec(next, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every key of this size is one", e);
    }
    key = next.clone();
  }

  /** Rounds with a random key. */
  public static ProbeRounds withRandomKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new ProbeRounds(key);
  }

  /**
   * Rounds with a given key.
   *
   * @param key not empty
   */
  static ProbeRounds withKey(String key) {
    return new ProbeRounds(key.getBytes(StandardCharsets.UTF_8));
  }

  /** The current round; 0 before the first. */
  public long current() {
    return round;
  }

  /** Begins the next round. */
  void next() {
    round++;
  }

  /** The last round of which all probes are due; 0 before the first. */
  public long due() { // 5
    return due;
  }

  /** Says that all probes of a round are due. */
  void setDue(long ofRound) {
    due = Math.max(due, ofRound);
  }

  /** A probe of the current round. */
  public Probe probe(long datapathId, int port, boolean direct) {
    ByteBuffer seal = seal(datapathId, port, instance, round, direct);
    return new Probe(datapathId, port, instance, round, direct, seal.getLong(), seal.getLong());
  }

  /** Whether a probe was sealed with the key, however old it is. */
  public boolean isGenuine(Probe probe) {
    ByteBuffer seal =
        seal(probe.datapathId(), probe.port(), probe.instance(), probe.round(), probe.direct());
    ByteBuffer found = ByteBuffer.allocate(2 * Long.BYTES);
    found.putLong(probe.sealHigh()).putLong(probe.sealLow());
    byte[] expected = new byte[2 * Long.BYTES];
    seal.get(expected);
    return MessageDigest.isEqual(expected, found.array());
  }

  /** Whether a genuine probe is of these rounds, and not of another controller or run. */
  public boolean isOwn(Probe probe) {
    return probe.instance() == instance;
  }

  /**
   * The number of rounds that have begun since an own probe was sent; negative when it is from the
   * future.
   */
  public long age(Probe probe) { // 4
    return round - probe.round();
  }

  private ByteBuffer seal(
      long datapathId, int port, long ofInstance, long ofRound, boolean direct) { // 1
    ByteBuffer sealed = ByteBuffer.allocate(SEALED_BYTES);
    sealed.putLong(datapathId).putInt(port).putLong(ofInstance).putLong(ofRound);
    sealed.put((byte) (direct ? 1 : 0));
    return ByteBuffer.wrap(mac.doFinal(sealed.array()));
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "round " + round;
  }
}
