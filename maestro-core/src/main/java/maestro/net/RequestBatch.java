package maestro.net;

import java.nio.ByteBuffer;

/**
 * The index of a batch: where each flow request lies. The bytes stay in the input buffers of their
 * connections, which are claimed until the batch is cleared. One worker's own.
 */
public final class RequestBatch {
  private final Connection[] connections;
  private final ByteBuffer[] buffers;
  private final int[] offsets;
  private final int[] lengths;
  private int count;

  /**
   * Makes an empty batch.
   *
   * @param capacity how many requests it can hold
   */
  public RequestBatch(int capacity) {
    connections = new Connection[capacity];
    buffers = new ByteBuffer[capacity];
    offsets = new int[capacity];
    lengths = new int[capacity];
  }

  void add(Connection connection, ByteBuffer buffer, int offset, int length) {
    connections[count] = connection;
    buffers[count] = buffer;
    offsets[count] = offset;
    lengths[count] = length;
    count++;
  }

  /** How many requests it holds. */
  public int count() {
    return count;
  }

  /** Whether it can hold no more. */
  public boolean isFull() {
    return count == offsets.length;
  }

  /** The connection request {@code i} came by. */
  public Connection connection(int i) {
    return connections[i];
  }

  /** The buffer request {@code i} lies in. */
  public ByteBuffer buffer(int i) {
    return buffers[i];
  }

  /** Where request {@code i} begins, in bytes. */
  public int offset(int i) {
    return offsets[i];
  }

  /** How long request {@code i} is, in bytes. */
  public int length(int i) {
    return lengths[i];
  }

  /** Forgets all requests. */
  public void clear() {
    count = 0;
  }
}
