package maestro.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Routes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An application that was compiled against the latest release runs with this API, too. The file
 * {@code maestro-api/api.txt} has the API of that release, without what was deprecated in it: only
 * that may be removed now. Its line with the level says which release it is. {@code
 * -Dmaestro.api.write=true} writes it anew: CONTRIBUTING.md says when.
 */
@SuppressWarnings("removal") // the interfaces that applications of level 3 implement
class ReleasedApiTest {
  private static final Path RELEASED =
      Path.of(System.getProperty("maestro.root", "..")).resolve("maestro-api/api.txt");

  /** What applications implement: a method without a body that is added here breaks them. */
  private static final Set<Class<?>> IMPLEMENTED =
      Set.of(
          Application.class,
          BackgroundTask.class,
          BatchStage.class,
          EntryKeeper.class,
          EntryReconciler.class,
          EventStage.class,
          HostLocations.class,
          LocalEntryKeeper.class,
          LocalEntryReconciler.class,
          PublishedView.Change.class,
          RequestStage.class,
          RestHandler.class,
          Routes.class);

  /** How the file says the level; the one line that may change. */
  private static final Pattern LEVEL =
      Pattern.compile(".*\\.Application has public static final int API_LEVEL = (\\d+)");

  @BeforeAll
  static void writeWhenAsked() throws IOException {
    if (Boolean.getBoolean("maestro.api.write")) {
      Files.write(RELEASED, PublicApi.lastingWith(Application.class));
    }
  }

  @Test
  void shouldKeepWhatWasReleased() throws IOException {
    SortedSet<String> now = PublicApi.compiledWith(Application.class);

    List<String> gone = new ArrayList<>(Files.readAllLines(RELEASED));
    gone.removeAll(now);
    gone.removeIf(line -> now.contains(line.replace(" public abstract ", " public default ")));
    gone.removeIf(LEVEL.asMatchPredicate());

    assertThat(gone)
        .as("in the released API (%s), but no longer in this one", RELEASED.normalize())
        .isEmpty();
  }

  @Test
  void shouldAskNothingNewOfApplications() throws IOException {
    List<String> released = Files.readAllLines(RELEASED);
    Set<String> added = new TreeSet<>(PublicApi.of(IMPLEMENTED));
    added.removeAll(released);
    added.removeIf(line -> !line.contains(" has public abstract "));
    added.removeIf(line -> !isReleased(line.substring(0, line.indexOf(' ')), released));

    assertThat(added).as("methods that released applications do not implement").isEmpty();
  }

  private static boolean isReleased(String type, List<String> released) {
    return released.stream().anyMatch(line -> line.startsWith(type + " is "));
  }

  @Test
  void shouldHaveAHigherLevelWhenSomethingWasAdded() throws IOException {
    List<String> released = Files.readAllLines(RELEASED);
    int releasedLevel =
        released.stream()
            .map(LEVEL::matcher)
            .filter(Matcher::matches)
            .mapToInt(found -> Integer.parseInt(found.group(1)))
            .findAny()
            .orElseThrow();
    SortedSet<String> added = new TreeSet<>(PublicApi.lastingWith(Application.class));
    added.removeAll(released);
    added.removeIf(LEVEL.asMatchPredicate());

    assertThat(Application.API_LEVEL)
        .as("the level of the release is %d; added since then: %s", releasedLevel, added)
        .isEqualTo(added.isEmpty() ? releasedLevel : releasedLevel + 1);
  }

  @Test
  void shouldAllowToRemoveWhatIsDeprecated() throws IOException {
    String method = "maestro.api.FlowRequest has public default maestro.api.FlowRequest unnoted()";
    String enumOfVlans = "maestro.api.Vlans$Leaving ";

    assertThat(PublicApi.compiledWith(Application.class))
        .contains(method)
        .anyMatch(line -> line.startsWith(enumOfVlans));
    assertThat(PublicApi.lastingWith(Application.class))
        .contains(method.replace("unnoted", "untracked").replace("default", "abstract"))
        .doesNotContain(method)
        .noneMatch(line -> line.startsWith(enumOfVlans));
  }

  @Test
  void shouldNoticeWhenAMemberChanges() {
    assertThat(PublicApi.of(List.of(Sample.class)))
        .containsExactly(
            "maestro.api.ReleasedApiTest$Sample has protected void change(int)"
                + " throws java.io.IOException",
            "maestro.api.ReleasedApiTest$Sample has public"
                + " maestro.api.ReleasedApiTest$Sample(java.util.List<java.lang.String>)",
            "maestro.api.ReleasedApiTest$Sample has public static final int LIMIT = 7",
            "maestro.api.ReleasedApiTest$Sample is abstract static class"
                + " maestro.api.ReleasedApiTest$Sample of java.lang.Object, java.lang.Runnable");
  }

  abstract static class Sample implements Runnable {
    public static final int LIMIT = 7;
    static final int HIDDEN = 8;

    public Sample(List<String> names) {}

    protected void change(int number) throws IOException {}

    void hidden() {}
  }
}
