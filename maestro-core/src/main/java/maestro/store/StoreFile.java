package maestro.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * The file of the stores: an MVStore of H2 with a map for each application. MVStore writes a change
 * to free space of the file, and old space is free only some time after it was given up. So a
 * process that is killed leaves the last commit whole, wherever it was.
 *
 * <p>One process at a time has the file open. Confined to one thread at a time.
 */
final class StoreFile implements AutoCloseable {
  private static final int CACHE_MB = 1;

  /** So often old chunks that are nearly empty are written anew, and their space becomes free. */
  private static final int COMMITS_PER_COMPACTION = 64;

  private static final int LEAST_FILL_PERCENT = 50;
  private static final int COMPACTED_BYTES = 1 << 20;

  private final MVStore store;
  private int commits;

  /**
   * Opens the file, or makes it.
   *
   * @throws BadStoreException when another process has it, or it cannot be read
   */
  StoreFile(Path file) {
    try {
      store =
          new MVStore.Builder()
              .fileName(file.toString())
              .autoCommitDisabled()
              .cacheSize(CACHE_MB)
              .open();
    } catch (RuntimeException e) { // MVStore's own, or what bytes of somebody else cause
      throw new BadStoreException(why(file, e));
    }
  }

  private static String why(Path file, RuntimeException e) {
    if (e instanceof MVStoreException own && own.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
      return "found %s, which another controller has; allowed: a file for this one".formatted(file);
    }
    boolean isThere = Files.isRegularFile(file) && Files.isReadable(file) && Files.isWritable(file);
    return isThere
        ? "found %s, which is no file of stores (%s); allowed: what the controller has written; move"
                .formatted(file, e.getMessage())
            + " it away to begin without it"
        : "found %s, which cannot be opened (%s); allowed: a file that can be written"
            .formatted(file, e.getMessage());
  }

  /**
   * The values of an application.
   *
   * @throws BadStoreException when they cannot be read
   */
  Map<String, byte[]> read(String application) {
    try {
      return store.hasMap(application) ? new HashMap<>(map(application)) : new HashMap<>();
    } catch (MVStoreException e) {
      throw new BadStoreException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Writes changes of applications together: after a crash all of them are there, or none.
   *
   * @param changes by application and key; an empty value is a removal
   * @throws BadStoreException when they cannot be written. The file has to be opened anew then
   */
  void write(Map<String, Map<String, Optional<byte[]>>> changes) {
    try {
      changes.forEach(
          (application, each) -> {
            MVMap<String, byte[]> map = map(application);
            each.forEach(
                (key, value) -> value.ifPresentOrElse(v -> map.put(key, v), () -> map.remove(key)));
          });
      store.commit();
      if (++commits % COMMITS_PER_COMPACTION == 0) {
        store.compact(LEAST_FILL_PERCENT, COMPACTED_BYTES);
      }
      store.sync(); // and a machine that loses its power keeps it, too
    } catch (MVStoreException e) {
      throw new BadStoreException(String.valueOf(e.getMessage()));
    }
  }

  private MVMap<String, byte[]> map(String application) {
    return store.openMap(
        application,
        new MVMap.Builder<String, byte[]>()
            .keyType(StringDataType.INSTANCE)
            .valueType(ByteArrayDataType.INSTANCE));
  }

  /** Closes it. What was not written is lost. */
  @Override
  public void close() {
    store.close();
  }
}
