package maestro.api;

import java.util.Optional;
import java.util.SortedSet;

/**
 * Small state of one application that outlives reloads and restarts of the controller, such as
 * leases, quotas and what operators have set. All of it is in memory. What is put or removed is on
 * the disk within a second: a process that is killed loses no more. A commit is one moment: it has
 * all that came before that moment, and nothing of what came after it.
 *
 * <p>The instances before and after a reload have the same store, and what the earlier one puts
 * until its end is there for the later one.
 *
 * <p>Threads: any. No method waits for the disk. A get takes no lock; a put and a removal lock the
 * store of this application for a short time. They allocate, so batch stages should not call them
 * for each request.
 */
public interface Store {
  /** The highest number of characters in a key. */
  int MAX_KEY_CHARS = 256;

  /** The value of a key, a copy; empty when there is none. */
  Optional<byte[]> get(String key);

  /** The value of a key as text in UTF-8; empty when there is none. */
  Optional<String> text(String key);

  /**
   * Sets the value of a key.
   *
   * @param key 1 to {@value #MAX_KEY_CHARS} characters
   * @param value copied
   * @throws IllegalArgumentException when the key is not allowed
   * @throws IllegalStateException when the store would be larger than {@code
   *     maestro.applications.store-limit}; nothing has changed
   */
  void put(String key, byte[] value);

  /**
   * Sets the value of a key to a text in UTF-8.
   *
   * @throws IllegalArgumentException like {@link #put(String, byte[])}
   * @throws IllegalStateException like {@link #put(String, byte[])}
   */
  void put(String key, String value);

  /** Removes a key; returns whether there was one. */
  boolean remove(String key);

  /** The keys at present, a copy. */
  SortedSet<String> keys();
}
