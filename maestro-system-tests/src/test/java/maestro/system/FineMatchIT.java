package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Firewalls of docs/applications.md before the learning switch, on a real switch: what they deny
 * stays denied when entries for other packets of the same two hosts are installed.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FineMatchIT {
  private static final String ROUTE_FLOW = "0x726f7574652d666c";
  private static final String DOCS = "docs/applications.md";
  private static final String HEAD =
      """
      package example;
      import java.util.*;
      import maestro.api.*;
      import org.projectfloodlight.openflow.protocol.*;
      import org.projectfloodlight.openflow.protocol.match.*;
      import org.projectfloodlight.openflow.types.*;
      """;

  @TempDir Path folder;

  /** The code of a class as the documentation shows it. */
  private static String documented(String className) throws IOException {
    String text = Files.readString(Rigs.PROJECT.resolve(DOCS));
    Matcher code =
        Pattern.compile("```java\n(public final class " + className + " .*?)```", Pattern.DOTALL)
            .matcher(text);
    assertThat(code.find()).as(DOCS + " shows " + className).isTrue();
    return HEAD + code.group(1);
  }

  /** A folder with the application's jar, as its writer would build it. */
  private Path jar(String className, String reference) throws IOException {
    Path source = folder.resolve("example").resolve(className + ".java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, documented(className));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(failed).as(DOCS + ": " + className + " compiles").isZero();
    Path apps = Files.createDirectory(folder.resolve("apps"));
    try (OutputStream file = Files.newOutputStream(apps.resolve("example.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      add(jar, "META-INF/services/maestro.api.Application", "example." + className + "\n");
      add(jar, "reference.conf", reference);
      try (var compiled = Files.list(classes.resolve("example"))) {
        for (Path each : compiled.toList()) {
          jar.putNextEntry(new JarEntry("example/" + each.getFileName()));
          jar.write(Files.readAllBytes(each));
          jar.closeEntry();
        }
      }
    }
    return apps;
  }

  private static void add(JarOutputStream jar, String name, String text) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(text.getBytes(StandardCharsets.UTF_8));
    jar.closeEntry();
  }

  /** What is to be so between two hosts of a switch, once they can ping each other. */
  private interface Checks {
    void on(TwoHosts hosts) throws Exception;
  }

  private void betweenTwoHosts(String version, Callable<StartedController> start, Checks checks)
      throws Exception {
    try (Rigs rigs = Rigs.acquire("ovs-vswitchd", "ovs-ofctl", "ip", "ping", "ethtool", "python3");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = start.call();
        TwoHosts hosts = new TwoHosts(folder, ovs, version, controller)) {
      assertThat(rigs).isNotNull();
      hosts.awaitPing("10.81.0.2");
      checks.on(hosts);
      controller.stopCleanly();
    }
  }

  private StartedController before(String application, Path apps) throws IOException {
    Path configuration = folder.resolve("firewall.conf");
    Files.writeString(
        configuration,
        "sequences { all { on = flow-request, run = [%s, learning-switch] } }\n"
            .formatted(application));
    return StartedController.start(
        List.of("--config", configuration.toString(), "--apps", apps.toString()));
  }

  @EachSwitchVersion
  void shouldKeepThePortClosedAfterAPing(String version) throws Exception {
    Path apps = jar("DropPort", "applications.drop-port { port = 23 }");
    betweenTwoHosts(
        version,
        () -> before("drop-port", apps),
        hosts -> {
          assertThat(hosts.entries()).contains("icmp,").doesNotContain("tp_dst=23");
          assertThat(hosts.connects("10.81.0.2", 23)).as("the denied port").isFalse();
          assertThat(hosts.connects("10.81.0.2", 80)).as("another port").isTrue();
          assertThat(hosts.entries()).contains("tp_dst=80");
          assertThat(hosts.connects("10.81.0.2", 23)).as("the denied port").isFalse();
          assertThat(hosts.pings("10.81.0.2")).isTrue();
        });
  }

  @EachSwitchVersion
  void shouldKeepThePrefixClosedAfterAPing(String version) throws Exception {
    Path apps = jar("DropPrefix", "");
    betweenTwoHosts(
        version,
        () -> before("drop-prefix", apps),
        hosts -> {
          assertThat(hosts.entries()).contains("nw_dst=10.81.0.2");
          assertThat(hosts.pings("10.82.0.2")).as("an address of the denied prefix").isFalse();
          assertThat(hosts.connects("10.82.0.2", 80)).isFalse();
          assertThat(hosts.connects("10.81.0.2", 80)).isTrue();
          assertThat(hosts.pings("10.81.0.2")).isTrue();
          assertThat(hosts.entries()).as("the drop").contains("nw_dst=10.82.0.2 actions=drop");
        });
  }

  @EachSwitchVersion
  void shouldHaveTheEntryFromTheJoinOnAndAgainWhenItIsDeleted(String version) throws Exception {
    Path apps = jar("DropEverywhere", "applications.drop-everywhere { port = 23 }");
    Path configuration = folder.resolve("everywhere.conf");
    Files.writeString(
        configuration,
        """
        sequences {
          entries   { on = [switch-joined, flow-removed], run = [drop-everywhere] }
          switching { on = flow-request, run = [learning-switch] }
        }
        """);
    betweenTwoHosts(
        version,
        () ->
            StartedController.start(
                List.of("--config", configuration.toString(), "--apps", apps.toString())),
        hosts -> {
          awaitDrop(hosts, 23);
          assertThat(hosts.connects("10.81.0.2", 23)).as("the denied port").isFalse();
          assertThat(hosts.connects("10.81.0.2", 80)).as("another port").isTrue();
          hosts.deleteEntries("tcp,tp_dst=23");
          awaitDrop(hosts, 23);
          Files.writeString(
              configuration,
              "\napplications.drop-everywhere.port = 80\n",
              StandardOpenOption.APPEND);
          awaitDrop(hosts, 80);
          Awaitility.await().until(() -> !hosts.entries().contains("tp_dst=23 "));
          assertThat(hosts.connects("10.81.0.2", 80)).as("the newly denied port").isFalse();
        });
  }

  private static void awaitDrop(TwoHosts hosts, int port) {
    Awaitility.await().until(() -> hosts.entries().contains("tp_dst=" + port + " actions=drop"));
  }

  /** No stage of routing.conf reads more of a packet to a host, so it asks no more than before. */
  @EachSwitchVersion
  void shouldMatchOnlyAddressesWhenRoutingDecidesByThem(String version) throws Exception {
    betweenTwoHosts(
        version,
        () -> StartedController.startWith("routing.conf"),
        hosts -> {
          assertThat(hosts.connects("10.81.0.2", 80)).isTrue();
          assertThat(hosts.connects("10.81.0.2", 23)).isTrue();
          assertThat(hosts.pings("10.82.0.2")).isTrue();
          List<String> routes =
              hosts
                  .entries()
                  .lines()
                  .filter(
                      line -> line.contains("cookie=" + ROUTE_FLOW) && !line.contains("=ff:ff:ff"))
                  .toList();
          assertThat(routes)
              .hasSize(2) // one for each direction
              .allMatch(line -> line.contains("priority=100,in_port="))
              .noneMatch(
                  line -> line.contains("icmp") || line.contains("tcp") || line.contains("ip,"));
        });
  }

  /** What the switch's own entries drop needs not be matched by those that forward. */
  @EachSwitchVersion
  void shouldMatchNoPortsUnderRulesThatTheSwitchHas(String version) throws Exception {
    betweenTwoHosts(
        version,
        () -> StartedController.startWith("secured.conf"),
        hosts -> {
          Awaitility.await()
              .untilAsserted(
                  () -> {
                    assertThat(hosts.connects("10.81.0.2", 80)).isTrue();
                    assertThat(hosts.connects("10.81.0.2", 80)).isTrue();
                    assertThat(hosts.entries().lines().filter(line -> line.contains(ROUTE_FLOW)))
                        .anyMatch(line -> line.contains("ip,"))
                        .noneMatch(line -> line.contains("tp_") || line.contains("nw_"));
                  });
          assertThat(hosts.connects("10.81.0.2", 23)).as("the denied port").isFalse();
          assertThat(hosts.connects("10.81.0.2", 80)).as("another port").isTrue();
        });
  }
}
