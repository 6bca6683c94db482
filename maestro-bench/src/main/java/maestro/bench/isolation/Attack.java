package maestro.bench.isolation;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * An attack of a peer on a controller. A good switch beside it must notice nothing.
 *
 * <p>A family of attacks is a class with a list of them; {@link Attacks} lists the families.
 *
 * @param name its name on the command line: small letters and hyphens
 * @param promise the promise of the controller, in one sentence
 * @param what the description of one try, in one sentence
 * @param repeats the default number of tries
 * @param settings the settings that a controller started for it gets, besides those of {@code
 *     config/learning-switch.conf} and the short timeouts of all attacks
 * @param overTls whether the controller speaks TLS, and the good switch, too
 * @param trial performs one try
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

  /** One try. It keeps no state for the next one, and closes its sockets. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Tries once. A {@link RawSwitch} counts the reactions of the controller. {@link
     * AttackCounts#broken} is for violations that the good switch would not notice.
     *
     * @throws IOException when the controller cannot be reached; counted as refused
     */
    void run(Target target, AttackCounts counts) throws IOException, InterruptedException;
  }
}
