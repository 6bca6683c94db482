package maestro.apps.bandwidth;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.api.BadSettingException;
import maestro.api.FlowRequest;
import maestro.apps.match.BadMatchException;
import maestro.apps.match.PacketMatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bandwidth of each flow, by the first rule that matches it. Immutable. */
final class Rates {
  private static final Logger LOG = LoggerFactory.getLogger(Rates.class);
  private static final Pattern RATE = Pattern.compile("(\\d{1,9})\\s*(kbps|Mbps|Gbps)");
  private static final String ALLOWED = "a rate above 0 such as 500 kbps, 10 Mbps or 1 Gbps";

  private final List<Rule> rules = new ArrayList<>();
  private final long otherKbps;

  private record Rule(PacketMatch packets, long kbps) {}

  /** Reads {@code rates} and {@code default-rate}. */
  Rates(Config config) {
    otherKbps = kbps(config, "default-rate");
    for (ConfigValue each : config.getList("rates")) {
      String text = String.valueOf(each.unwrapped());
      Matcher rate = RATE.matcher(text);
      if (!rate.lookingAt()) {
        throw new BadSettingException("rates", text, ALLOWED + ", and the packets that get it");
      }
      long kbps = kbps("rates", rate.group());
      try {
        List<String> words = Arrays.asList(text.substring(rate.end()).strip().split("\\s+"));
        PacketMatch.parse(words, renamed -> LOG.warn("{}: rates: {}", place(each), renamed))
            .forEach(packets -> rules.add(new Rule(packets, kbps)));
      } catch (BadMatchException e) {
        throw new BadSettingException("rates", text + ": " + e.found(), e.allowed());
      }
    }
  }

  private static String place(ConfigValue value) {
    ConfigOrigin origin = value.origin();
    return origin.filename() == null
        ? origin.description()
        : origin.filename() + ":" + origin.lineNumber();
  }

  /** The bandwidth of the flow that a request's packet begins, in kbit/s. */
  long kbpsOf(FlowRequest request) {
    for (Rule rule : rules) {
      if (rule.packets().matches(request)) {
        return rule.kbps();
      }
    }
    return otherKbps;
  }

  /** Reads one rate, in kbit/s. */
  static long kbps(Config config, String key) {
    return kbps(key, config.getString(key));
  }

  /** Reads one rate, in kbit/s. */
  static long kbps(String key, String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches() || Long.parseLong(rate.group(1)) == 0) {
      throw new BadSettingException(key, text, ALLOWED);
    }
    long unitKbps =
        switch (rate.group(2)) {
          case "kbps" -> 1;
          case "Mbps" -> 1000;
          default -> 1_000_000;
        };
    return Long.parseLong(rate.group(1)) * unitKbps;
  }
}
