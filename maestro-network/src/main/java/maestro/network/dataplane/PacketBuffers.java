package maestro.network.dataplane;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * The packets that a switch keeps until the controller says what becomes of them.
 *
 * <pre>
 *  buffer id  0 | generation 15 | slot 16
 * </pre>
 *
 * <p>A slot is free when its packet was taken or is five seconds old. A slot's memory is as large
 * as its largest frame, and made when it is first used. What is noted about all slots is made when
 * the first packet is kept, and counts as memory, too. Confined to one thread.
 */
public final class PacketBuffers {
  static final int MOST_SLOTS = 1 << 16;

  private static final long LIFE_NS = TimeUnit.SECONDS.toNanos(5);
  private static final int GENERATION_BITS = 0x7fff;

  /** The objects of a buffer beside its bytes. */
  private static final int BUFFER_BYTES = 96;

  /** A reference to a buffer, three ints and a long. */
  private static final int SLOT_BYTES = 28;

  /** Five headers of arrays. */
  private static final int ARRAYS_BYTES = 80;

  private final int slotCount;
  private final MemoryBudget.Share memory;

  /** This and the other arrays are empty until the first packet is kept. */
  private @Nullable ByteBuffer[] slots = new @Nullable ByteBuffer[0];

  private int[] lengths = {};
  private int[] inPorts = {};
  private int[] generations = {};
  private long[] storedNs = {};
  private int next;

  /**
   * @param slotCount 0 to {@link #MOST_SLOTS}
   * @param memory for the frames and what is noted about them
   */
  public PacketBuffers(int slotCount, MemoryBudget.Share memory) {
    this.slotCount = slotCount;
    this.memory = memory;
  }

  /**
   * Keeps the frame in {@code [at, at + lengthBytes)}.
   *
   * @param inPort the port that it came in by
   * @return its buffer id, or {@link OpenFlow#NO_BUFFER} when all are in use, or the memory is full
   */
  public int store(ByteBuffer from, int at, int lengthBytes, int inPort, long nowNs) {
    if (slotCount == 0 || (slots.length == 0 && !makeSlots())) {
      return OpenFlow.NO_BUFFER;
    }
    int slot = next;
    if (lengths[slot] > 0 && nowNs - storedNs[slot] < LIFE_NS) {
      return OpenFlow.NO_BUFFER; // it is the oldest
    }
    ByteBuffer bytes = slots[slot];
    if (bytes == null || bytes.capacity() < lengthBytes) {
      if (!memory.take(lengthBytes - (bytes == null ? -BUFFER_BYTES : bytes.capacity()))) {
        return OpenFlow.NO_BUFFER;
      }
      bytes = ByteBuffer.allocate(lengthBytes);
      slots[slot] = bytes;
    }
    bytes.clear().put(0, from, at, lengthBytes);
    lengths[slot] = lengthBytes;
    inPorts[slot] = inPort;
    storedNs[slot] = nowNs;
    generations[slot] = generations[slot] + 1 & GENERATION_BITS;
    next = slot + 1 == slots.length ? 0 : slot + 1;
    return generations[slot] << 16 | slot;
  }

  /** Makes all slots, without their frames. Returns false when the memory is full. */
  private boolean makeSlots() {
    if (!memory.take(ARRAYS_BYTES + (long) slotCount * SLOT_BYTES)) {
      return false;
    }
    slots = new @Nullable ByteBuffer[slotCount];
    lengths = new int[slotCount];
    inPorts = new int[slotCount];
    generations = new int[slotCount];
    storedNs = new long[slotCount];
    return true;
  }

  /**
   * Checks that a packet is there.
   *
   * @throws RefusedMessageException BUFFER_EMPTY when it was taken, BUFFER_UNKNOWN when it never
   *     was there
   */
  public void check(int bufferId) throws RefusedMessageException {
    int slot = bufferId & 0xffff;
    boolean known = bufferId >= 0 && slot < slots.length && generations[slot] == bufferId >>> 16;
    if (!known || slots[slot] == null) {
      throw new RefusedMessageException(Refusal.BUFFER_UNKNOWN);
    }
    if (lengths[slot] == 0) {
      throw new RefusedMessageException(Refusal.BUFFER_EMPTY);
    }
  }

  /** Takes a packet that is there: the buffer from 0 to its limit, valid until the next store. */
  public ByteBuffer take(int bufferId) {
    int slot = bufferId & 0xffff;
    ByteBuffer bytes = slots[slot];
    if (bytes == null) {
      throw new IllegalStateException("buffer " + bufferId + " was not checked");
    }
    bytes.clear().limit(lengths[slot]);
    lengths[slot] = 0;
    return bytes;
  }

  /** The port that a packet came in by, which was checked. */
  public int inPort(int bufferId) {
    return inPorts[bufferId & 0xffff];
  }
}
