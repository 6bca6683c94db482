package maestro.apps.access;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.List;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.CookieRange;
import maestro.api.EventStage;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.apps.settings.ShippedApplication;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Drops the packets that {@link Rules} from a file deny. It is the first application of a sequence
 * on flow requests, and runs on {@code flow-removed}, too; {@code switch-joined} is allowed and not
 * needed.
 *
 * <ol>
 *   <li>Switches have entries that drop denied packets, and that send packets to the controller
 *       where an entry cannot decide: {@link RuleEntries}.
 *   <li>A request for a denied packet is dropped, and no later application sees it.
 *   <li>If a switch certainly has all these entries, forwarding entries there need not match the
 *       fields on which these entries decide, so the fields are read without being tracked.
 *       Otherwise all fields that are read are tracked.
 * </ol>
 */
public final class AccessControl extends ShippedApplication {
  private static final int MAX_ENTRIES = 100_000;

  public AccessControl() {
    super("access-control", 1);
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(CookieRange.of(RuleEntries.COOKIE.getValue()));
  }

  @Override
  public boolean failsClosed() {
    return true;
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    List<Rule> given = context.file("rules").map(AccessControl::rules).orElse(List.of());
    Rules rules = new Rules(given, deniesOthers(config));
    int maxEntries = config.getInt("max-entries");
    if (maxEntries < 0 || maxEntries > MAX_ENTRIES) {
      throw new BadSettingException("max-entries", maxEntries, "0 to " + MAX_ENTRIES);
    }
    if (rules.mostEntries() > maxEntries) {
      throw new BadSettingException(
          "max-entries",
          maxEntries,
          "at least the %d these rules need".formatted(rules.mostEntries()));
    }
    SwitchLocal<Enforcement> enforcements = context.switchLocal(info -> new Enforcement());
    RuleEntries tables = new RuleEntries(rules, context, enforcements);
    return Stages.batch(() -> new Stage(rules, enforcements))
        .andEvents(
            new EventStage() {
              @Override
              public void onSwitchJoined(SwitchInfo info) {
                tables.forget(info); // 1: it is about to show its entries
              }

              @Override
              public void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {
                tables.restore(info, message);
              }
            });
  }

  private static List<Rule> rules(Path file) {
    List<Rule> rules = new RuleFile("rules", file).read();
    if (rules.size() > Rules.MAX_COUNT) {
      throw new BadSettingException("rules", rules.size() + " rules", "at most " + Rules.MAX_COUNT);
    }
    return rules;
  }

  private static boolean deniesOthers(Config config) {
    String others = config.getString("others");
    if (!others.equals("allow") && !others.equals("deny")) {
      throw new BadSettingException("others", others, "allow, deny");
    }
    return others.equals("deny");
  }

  private record Stage(Rules rules, SwitchLocal<Enforcement> enforcements) implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      boolean isEnforced = rules.areKept() && enforcements.of(request).isCertain(); // 3
      if (rules.deny(request, isEnforced)) { // 2
        output.drop(request);
        output.consume(request);
      }
    }
  }
}
