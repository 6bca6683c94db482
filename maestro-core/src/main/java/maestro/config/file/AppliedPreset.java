package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.config.Ordering;
import maestro.config.Preset;
import maestro.config.Spelled;
import maestro.config.StrategyName;
import maestro.config.Trigger;

/**
 * A configuration with the settings of its {@link Preset}, which are weaker than the operator's and
 * stronger than the defaults. Immutable.
 *
 * @param all the configuration
 * @param lines what the preset means, for people; empty without one
 */
record AppliedPreset(Config all, List<String> lines) {
  private static final String SEQUENCES = "sequences";

  AppliedPreset {
    lines = List.copyOf(lines);
  }

  /**
   * Applies the preset that a configuration names. One that does not exist, or that the strategy
   * does not have, changes nothing: it is a mistake that {@link ConfigReader} finds.
   *
   * @param resolved the operator's settings over the defaults
   */
  static AppliedPreset of(Config resolved) {
    Preset preset = choice(resolved, "maestro.distribution.preset", Preset.values(), Preset.NONE);
    StrategyName strategy =
        choice(
            resolved,
            "maestro.distribution.strategy",
            StrategyName.values(),
            StrategyName.FAIR_SHARE);
    Map<String, String> settings = new LinkedHashMap<>(preset.settings(strategy).orElse(Map.of()));
    if (preset.isUnordered(strategy)) {
      for (String sequence : onFlowRequest(resolved)) {
        settings.put(ConfigUtil.joinPath(SEQUENCES, sequence, "ordering"), Ordering.NONE.text());
      }
    }
    if (settings.isEmpty()) {
      return new AppliedPreset(resolved, List.of());
    }
    Config all = resolved;
    List<String> lines = new ArrayList<>();
    lines.add("preset %s with %s means:".formatted(preset.text(), strategy.text()));
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      ConfigValue value =
          ConfigValueFactory.fromAnyRef(setting.getValue(), "preset " + preset.text());
      Optional<ConfigValue> own = own(resolved, setting.getKey());
      if (own.isEmpty()) {
        all = all.withValue(setting.getKey(), value);
      }
      lines.add("  " + setting.getKey() + " = " + setting.getValue() + but(value, own));
    }
    return new AppliedPreset(all, lines);
  }

  private static String but(ConfigValue preset, Optional<ConfigValue> own) {
    return own.filter(value -> !Values.text(value).equals(Values.text(preset)))
        .map(value -> ", but " + Values.show(value) + " by " + Place.of(value))
        .orElse("");
  }

  private static <E extends Spelled> E choice(Config config, String path, E[] words, E otherwise) {
    Optional<String> text = valueOf(config, path).flatMap(Values::text);
    for (E word : words) {
      if (text.isPresent() && text.get().equals(word.text())) {
        return word;
      }
    }
    return otherwise;
  }

  /** What the operator says, also when it is null or the default. */
  private static Optional<ConfigValue> own(Config config, String path) {
    return valueOf(config, path)
        .filter(value -> !Place.of(value).source().equals(ConfigLoader.REFERENCE));
  }

  /** The value at a path, as far as the sections on the way are sections. */
  private static Optional<ConfigValue> valueOf(Config config, String path) {
    ConfigValue value = config.root();
    for (String key : ConfigUtil.splitPath(path)) {
      if (!(value instanceof ConfigObject section) || !section.containsKey(key)) {
        return Optional.empty();
      }
      value = section.get(key);
    }
    return Optional.of(value);
  }

  /** The names of the sequences on flow requests. */
  private static List<String> onFlowRequest(Config config) {
    List<String> names = new ArrayList<>();
    if (valueOf(config, SEQUENCES).orElse(null) instanceof ConfigObject sequences) {
      for (Map.Entry<String, ConfigValue> sequence : sequences.entrySet()) {
        if (sequence.getValue() instanceof ConfigObject section
            && section.containsKey("on")
            && isFlowRequest(section.get("on"))) {
          names.add(sequence.getKey());
        }
      }
    }
    return names;
  }

  private static boolean isFlowRequest(ConfigValue on) {
    ConfigValue first = on instanceof ConfigList list && list.size() == 1 ? list.get(0) : on;
    return Values.text(first).filter(Trigger.FLOW_REQUEST.text()::equals).isPresent();
  }
}
