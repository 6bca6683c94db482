package maestro.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import maestro.metrics.OperatorEvents;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTest {
  private static final int LIMIT_BYTES = 1 << 20;

  @TempDir Path folder;
  private final OperatorEvents operatorEvents = new OperatorEvents();

  private Path path() {
    return folder.resolve("state");
  }

  private Stores stores() {
    return new Stores(Optional.of(path()), LIMIT_BYTES, operatorEvents);
  }

  @Test
  void shouldHaveTheValuesOfEachApplicationAfterARestart() {
    try (Stores stores = stores()) {
      stores.of("a").put("key", "of a");
      stores.of("b").put("key", "of b");
      stores.of("b").put("gone", "soon");
      assertThat(stores.of("a")).isSameAs(stores.of("a"));
      stores.commit();
      stores.of("b").remove("gone");
    }
    try (Stores stores = stores()) {
      assertThat(stores.of("a").text("key")).contains("of a");
      assertThat(stores.of("b").keys()).containsExactly("key");
      assertThat(stores.of("c").keys()).isEmpty();
    }
  }

  @Test
  void shouldWriteByItselfWhenAValueHasChanged() throws Exception {
    try (Stores stores = stores()) {
      stores.of("a").put("key", "value");
      Path copy = folder.resolve("copy");
      Awaitility.await()
          .until(
              () -> { // as if the process had ended just now
                Files.write(copy, Files.readAllBytes(path()));
                try (Stores other = new Stores(Optional.of(copy), LIMIT_BYTES, operatorEvents)) {
                  return other.of("a").text("key").isPresent();
                }
              });
    }
  }

  @Test
  void shouldMakeNoFileWhenNoApplicationAsks() {
    stores().close();
    assertThat(path()).doesNotExist();
  }

  @Test
  void shouldKeepValuesInMemoryWhenThereIsNoFile() {
    try (Stores stores = Stores.inMemory(LIMIT_BYTES)) {
      stores.of("a").put("key", "value");
      stores.commit();
      assertThat(stores.of("a").text("key")).contains("value");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldTryAgainAndTellItOnceWhenTheFileCannotBeWritten() throws Exception {
    try (Stores stores = stores()) {
      stores.of("a").put("first", "1");
      stores.commit();
      stores.closeFile();
      Path aside = folder.resolve("aside");
      Files.move(path(), aside);
      Files.createDirectory(path());
      stores.of("a").put("second", "2");
      stores.commit();
      stores.commit();
      assertThat(operatorEvents.poll().type()).isEqualTo("store-failed");
      assertThat(operatorEvents.poll()).as("once").isNull();
      assertThat(stores.of("a").text("second")).contains("2");
      Files.delete(path());
      Files.move(aside, path());
      stores.commit();
      assertThat(operatorEvents.poll().type()).isEqualTo("store-written");
    }
    try (Stores stores = stores()) {
      assertThat(stores.of("a").keys()).containsExactly("first", "second");
    }
  }

  @Test
  void shouldRefuseTheFileOfAnotherController() {
    try (Stores first = stores();
        Stores second = stores()) {
      first.of("a").put("key", "value");
      assertThatThrownBy(() -> second.of("a")).isInstanceOf(BadStoreException.class);
    }
  }
}
