package maestro.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import maestro.api.Store;

/**
 * The store of one application: its values, and what has changed since the last commit.
 *
 * <p>Threads: any. Changes are made under the monitor, under which nobody waits for the disk.
 */
final class StoredValues implements Store {
  /** What a key and a value take besides their bytes, roughly. */
  private static final int ENTRY_BYTES = 64;

  private final String application;
  private final long limitBytes;
  private final Runnable whenChanged;
  private final ConcurrentSkipListMap<String, byte[]> values = new ConcurrentSkipListMap<>();

  /** Written under the monitor. */
  private long sizeBytes;

  /** Since the last commit; an empty value is a removal. Under the monitor. */
  private Map<String, Optional<byte[]>> changes = new HashMap<>();

  /**
   * Makes the store of an application.
   *
   * @param kept its values in the file
   * @param limitBytes above it, nothing may grow
   * @param whenChanged called, on any thread, when there is something to commit and was not before;
   *     must not wait
   */
  StoredValues(
      String application, Map<String, byte[]> kept, long limitBytes, Runnable whenChanged) {
    this.application = application;
    this.limitBytes = limitBytes;
    this.whenChanged = whenChanged;
    values.putAll(kept);
    kept.forEach((key, value) -> sizeBytes += entryBytes(key, value));
  }

  private static long entryBytes(String key, byte[] value) {
    return (long) ENTRY_BYTES + Character.BYTES * (long) key.length() + value.length;
  }

  @Override
  public Optional<byte[]> get(String key) {
    byte[] value = values.get(key);
    return value == null ? Optional.empty() : Optional.of(value.clone());
  }

  @Override
  public Optional<String> text(String key) {
    byte[] value = values.get(key);
    return value == null
        ? Optional.empty()
        : Optional.of(new String(value, StandardCharsets.UTF_8));
  }

  @Override
  public void put(String key, String value) {
    putOwned(key, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void put(String key, byte[] value) {
    putOwned(key, value.clone());
  }

  private void putOwned(String key, byte[] value) {
    if (key.isEmpty() || key.length() > MAX_KEY_CHARS) {
      throw new IllegalArgumentException(
          "a key of %d characters; allowed: 1 to %d".formatted(key.length(), MAX_KEY_CHARS));
    }
    synchronized (this) {
      byte[] before = values.get(key);
      if (before != null && Arrays.equals(before, value)) {
        return;
      }
      long grownBytes = entryBytes(key, value) - (before == null ? 0 : entryBytes(key, before));
      if (grownBytes > 0 && sizeBytes + grownBytes > limitBytes) {
        throw new IllegalStateException(
            "the store of %s has %d of %d bytes, and no room for the %d of '%s'"
                    .formatted(application, sizeBytes, limitBytes, value.length, key)
                + " (maestro.applications.store-limit)");
      }
      values.put(key, value);
      sizeBytes += grownBytes;
      changed(key, Optional.of(value));
    }
  }

  @Override
  public boolean remove(String key) {
    synchronized (this) {
      byte[] before = values.remove(key);
      if (before == null) {
        return false;
      }
      sizeBytes -= entryBytes(key, before);
      changed(key, Optional.empty());
      return true;
    }
  }

  private void changed(String key, Optional<byte[]> value) {
    boolean isFirst = changes.isEmpty();
    changes.put(key, value);
    if (isFirst) {
      whenChanged.run();
    }
  }

  @Override
  public SortedSet<String> keys() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(values.keySet()));
  }

  /** Takes what has changed, up to this moment, since the last call. */
  synchronized Map<String, Optional<byte[]>> takeChanges() {
    Map<String, Optional<byte[]>> taken = changes;
    changes = new HashMap<>();
    return taken;
  }

  /** Gives back what was taken and could not be written; what has changed since is newer. */
  synchronized void giveBack(Map<String, Optional<byte[]>> taken) {
    taken.forEach(changes::putIfAbsent);
  }
}
