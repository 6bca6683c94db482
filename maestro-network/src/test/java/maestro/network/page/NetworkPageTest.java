package maestro.network.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.network.fabric.PingOutcome;
import maestro.network.host.HostIps;
import maestro.network.link.Links;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import org.junit.jupiter.api.Test;

/** What stands in the page of a network. */
public class NetworkPageTest {
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);
  private static final long MS_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long BEGAN_NS = Long.MAX_VALUE - MS_NS;

  private long nowNs = BEGAN_NS;

  public static JsonNode data(NetworkPage page) throws Exception {
    Matcher matcher = DATA.matcher(page.html());
    assertThat(matcher.find()).isTrue();
    return new ObjectMapper().readTree(matcher.group(1));
  }

  private static List<Integer> numbers(JsonNode list) {
    List<Integer> numbers = new ArrayList<>();
    list.forEach(each -> numbers.add(each.asInt()));
    return numbers;
  }

  @Test
  void shouldHaveTheLoadOfEachDirectionOfEachLinkOverTime() throws Exception {
    NetworkPlan plan = NetworkPlan.named("linear:2", 1);
    Links links = Links.alike(plan, LinkSettings.ofDelay(0));
    NetworkPage page = page("linear:2", plan, links, () -> nowNs);
    sends(links, links.from(0, 1), 0, 100);
    sends(links, links.from(1, 2), 20, 5);
    sends(links, links.toSwitch(1, 2), 101, 7);
    sends(links, links.from(1, 1), 120, 3);
    sends(links, links.from(0, 1), 250, 20);
    JsonNode json = data(page);
    assertThat(json.get("stepSeconds").asDouble()).isEqualTo(0.1);
    JsonNode link = json.get("links").get(0);
    assertThat(json.get("links")).hasSize(1);
    assertThat(numbers(link.get("up"))).containsExactly(100, 0, 20);
    assertThat(numbers(link.get("down"))).containsExactly(0, 3);
    JsonNode host = json.get("hosts").get(1);
    assertThat(host.get("ip").asText()).isEqualTo("10.0.0.2");
    assertThat(numbers(host.get("up"))).containsExactly(0, 7);
    assertThat(numbers(host.get("down"))).containsExactly(5);
  }

  private void sends(Links links, int direction, int atMs, int lengthBytes) {
    nowNs = BEGAN_NS + atMs * MS_NS;
    long unused = links.arrivalNs(direction, nowNs, lengthBytes);
  }

  private static NetworkPage page(String name, NetworkPlan plan, Links links, LongSupplier clock) {
    return new NetworkPage(name, plan, links, new HostIps(plan.hostCount()), clock);
  }

  private static NetworkPage page(String name, NetworkPlan plan, long beganNs) {
    return page(name, plan, Links.alike(plan, LinkSettings.ofDelay(0)), () -> beganNs);
  }

  @Test
  void shouldHaveTheWayOfEachPing() throws Exception {
    NetworkPlan plan = NetworkPlan.named("linear:3", 1);
    NetworkPage page = page("</script>", plan, BEGAN_NS);
    page.note(
        new PingOutcome(
            0, 2, true, BEGAN_NS + 2 * MS_NS, MS_NS / 2, List.of(0, 1, 2), List.of(2, 0)));
    page.note(new PingOutcome(2, 0, false, BEGAN_NS, 0, List.of(2), List.of()));
    JsonNode json = data(page);
    assertThat(json.get("name").asText()).as("cannot end the element").isEqualTo("</script>");
    assertThat(json.get("pings").get(0).toString()).isEqualTo("[0,2,0.5,0.002,[0,1,2],[2,0]]");
    assertThat(json.get("pings").get(1).toString()).isEqualTo("[2,0,-1.0,0.0,[2],[]]");
  }

  @Test
  void shouldNoteLostPingsWhenThereAreTooMany() throws Exception {
    NetworkPlan plan = NetworkPlan.named("linear:2", 1);
    NetworkPage page = page("linear:2", plan, 0);
    PingOutcome answered = new PingOutcome(0, 1, true, 0, 1, List.of(0), List.of(0));
    for (int i = 0; i <= NetworkPage.MOST_PINGS; i++) {
      page.note(answered);
    }
    page.note(new PingOutcome(1, 0, false, 0, 0, List.of(), List.of()));
    JsonNode pings = data(page).get("pings");
    assertThat(pings).hasSize(NetworkPage.MOST_PINGS + 1);
    assertThat(pings.get(NetworkPage.MOST_PINGS).get(2).asInt()).isEqualTo(-1);
  }

  @Test
  void shouldNeedNothingElse() throws Exception {
    NetworkPlan plan = NetworkPlan.named("linear:2", 1);
    assertThat(page("linear:2", plan, 0).html())
        .contains("default-src 'none'")
        .doesNotContain("src=\"", "href=\"http", "/*DATA*/");
  }
}
