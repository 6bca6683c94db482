package maestro.emulator.attack;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that a peer can do to a controller, beside which a good switch must notice nothing.
 *
 * <p>A family of attacks is a class with a list of them; {@link Attacks} lists the families.
 *
 * @param name on the command line: small letters and hyphens
 * @param promise what the controller promises, in one sentence
 * @param what what one try does, in one sentence
 * @param repeats how often it is tried unless somebody says otherwise
 * @param settings keys of the configuration that it needs when the controller is started for it:
 *     over those of {@code config/learning-switch.conf} and the short timeouts that all attacks
 *     have
 * @param overTls whether the controller speaks TLS, and the good switch, too
 * @param trial does it once
 */
public record Attack(
    String name,
    String promise,
    String what,
    int repeats,
    Map<String, String> settings,
    boolean overTls,
    Trial trial) {
  public Attack {
    settings = Map.copyOf(settings);
  }

  /** An attack that needs no settings of its own. */
  public Attack(String name, String promise, String what, int repeats, Trial trial) {
    this(name, promise, what, repeats, Map.of(), false, trial);
  }

  /** The same attack with one more setting. */
  public Attack with(String key, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(key, value);
    return new Attack(name, promise, what, repeats, more, overTls, trial);
  }

  /** The same attack against a controller that speaks TLS. */
  Attack againstTls() {
    return new Attack(name, promise, what, repeats, settings, true, trial);
  }

  /** One try. It keeps nothing for the next, and closes what it opens. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Tries once. What a {@link RawSwitch} sees of the controller is counted by itself; {@link
     * Tally#broken} is for what the promise forbids and the good switch would not notice.
     *
     * @throws IOException when the controller cannot be reached; counted as refused
     */
    void run(Target target, Tally tally) throws IOException, InterruptedException;
  }
}
