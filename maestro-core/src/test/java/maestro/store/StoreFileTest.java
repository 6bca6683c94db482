package maestro.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file after a process was killed, at any moment. */
class StoreFileTest {
  private static final int BLOCK_BYTES = 4096;
  private static final int SEEDS = Integer.getInteger("maestro.store.seeds", 1);

  @TempDir Path folder;

  private static Map<String, Map<String, Optional<byte[]>>> change(String key, String value) {
    return Map.of("app", Map.of(key, Optional.of(value.getBytes(UTF_8))));
  }

  private static Map<String, String> texts(StoreFile file) {
    Map<String, String> texts = new HashMap<>();
    file.read("app").forEach((key, value) -> texts.put(key, new String(value, UTF_8)));
    return texts;
  }

  /** What the file was at a commit. */
  private static final class Commit {
    private final byte[] file;
    private final Map<String, String> texts;

    Commit(byte[] file, Map<String, String> texts) {
      this.file = file;
      this.texts = texts;
    }
  }

  private static List<Commit> commits(Path path, SplittableRandom random) throws Exception {
    List<Commit> commits = new ArrayList<>();
    Map<String, String> model = new HashMap<>();
    try (StoreFile file = new StoreFile(path)) {
      for (int i = 0; i < 80; i++) {
        String key = "k" + random.nextInt(40);
        String value = "v".repeat(random.nextInt(2_000));
        file.write(change(key, value));
        model.put(key, value);
        commits.add(new Commit(Files.readAllBytes(path), Map.copyOf(model)));
      }
    }
    return commits;
  }

  /** The blocks that a commit writes, in the order of MVStore: the new chunk, then the header. */
  private static List<Integer> written(byte[] before, byte[] after) {
    List<Integer> blocks = new ArrayList<>();
    for (int from = 0; from < after.length; from += BLOCK_BYTES) {
      int to = Math.min(from + BLOCK_BYTES, after.length);
      if (to > before.length || !Arrays.equals(before, from, to, after, from, to)) {
        blocks.add(from);
      }
    }
    blocks.sort((a, b) -> Boolean.compare(a < 2 * BLOCK_BYTES, b < 2 * BLOCK_BYTES));
    return blocks;
  }

  @Test
  void shouldHaveOneCommitOrTheNextWhenTheProcessEndsWithinAWrite() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Commit> commits = commits(folder.resolve("file" + seed), random);
      Path image = folder.resolve("image");
      for (int i = 1; i < commits.size(); i++) {
        Commit before = commits.get(i - 1);
        Commit after = commits.get(i);
        List<Integer> blocks = written(before.file, after.file);
        int whole = random.nextInt(blocks.size());
        int part = random.nextInt(BLOCK_BYTES);
        byte[] torn = before.file;
        for (int b = 0; b <= whole; b++) {
          int from = blocks.get(b);
          int bytes = Math.min(b < whole ? BLOCK_BYTES : part, after.file.length - from);
          torn = Arrays.copyOf(torn, Math.max(torn.length, from + bytes));
          System.arraycopy(after.file, from, torn, from, bytes);
        }
        Files.write(image, torn);
        try (StoreFile opened = new StoreFile(image)) {
          assertThat(texts(opened))
              .as("seed %d, commit %d, %d blocks and %d bytes of %s", seed, i, whole, part, blocks)
              .isIn(before.texts, after.texts);
          opened.write(change("after", "the crash"));
          assertThat(texts(opened)).containsEntry("after", "the crash");
        }
      }
    }
  }

  /** Writes until it is killed, and says what is written. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      try (StoreFile file = new StoreFile(Path.of(arguments[0]))) {
        for (int i = 1; i > 0; i++) {
          file.write(change("k" + i % 7, Integer.toString(i)));
          System.out.println(i);
        }
      }
    }
  }

  @Test
  void shouldHaveAllThatWasWrittenWhenTheProcessIsKilled() throws Exception {
    Path path = folder.resolve("killed");
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int written = 0;
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        written = Integer.parseInt(line);
        if (written == 100) {
          writer.toHandle().destroyForcibly(); // and its last lines can still be read
        }
      }
      writer.waitFor();
    } finally {
      writer.destroyForcibly();
    }
    assertThat(written).isGreaterThanOrEqualTo(100);
    try (StoreFile file = new StoreFile(path)) {
      int last = texts(file).values().stream().mapToInt(Integer::parseInt).max().orElse(0);
      assertThat(last).isBetween(written, written + 1);
      assertThat(texts(file)).hasSize(7);
    }
  }

  @Test
  void shouldNameTheFileWhenItIsNotOne() throws Exception {
    Path path = folder.resolve("other");
    SplittableRandom random = new SplittableRandom(1);
    for (int bytes : new int[] {1, 5_000, 20_000}) {
      byte[] other = new byte[bytes];
      random.nextBytes(other);
      Files.write(path, other);
      assertThatThrownBy(() -> new StoreFile(path).close())
          .isInstanceOf(BadStoreException.class)
          .hasMessageStartingWith("found " + path + ", which is no file of stores");
      assertThat(path).as("it is not touched").hasBinaryContent(other);
    }
  }

  @Test
  void shouldSayThatAnotherHasTheFileWhenItIsOpen() {
    Path path = folder.resolve("shared");
    try (StoreFile first = new StoreFile(path)) {
      assertThatThrownBy(() -> new StoreFile(path).close())
          .isInstanceOf(BadStoreException.class)
          .hasMessage(
              "found " + path + ", which another controller has; allowed: a file for this one");
      first.write(change("a", "1"));
      assertThat(texts(first)).containsEntry("a", "1");
    }
  }
}
