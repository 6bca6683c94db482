package maestro.network.link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The frames on the links, by the time of their arrival: a binary heap of slots. Frames of the same
 * time arrive in the order in which they left. Each knows the switches that it has passed since the
 * controller or a host sent it. Slots are reused; after a while nothing is allocated. Confined to
 * one thread.
 */
public final class FramesInFlight {
  /** The slot that means that a frame comes from no other frame. */
  public static final int NO_SLOT = -1;

  private static final int USUAL_BYTES = 256;
  private static final int FIRST_SLOTS = 64;
  private static final int USUAL_HOPS = 8;

  private @Nullable ByteBuffer[] frames = new @Nullable ByteBuffer[FIRST_SLOTS];
  private int[] lengths = new int[FIRST_SLOTS];
  private int[] links = new int[FIRST_SLOTS];
  private int[] hopCounts = new int[FIRST_SLOTS];

  /** The switches that each frame has passed, in order; as long as the longest way of its slot. */
  private int[][] hops = new int[FIRST_SLOTS][USUAL_HOPS];

  private long[] arrivalsNs = new long[FIRST_SLOTS];
  private long[] numbers = new long[FIRST_SLOTS];

  /** The slots in use, as a heap, then the free ones; that which was taken last stands last. */
  private int[] slots = new int[FIRST_SLOTS];

  private int count;
  private long nextNumber;

  public FramesInFlight() {
    Arrays.setAll(slots, i -> i);
  }

  public int count() {
    return count;
  }

  /** When the first frame arrives; only when there is one. */
  public long firstArrivalNs() {
    return arrivalsNs[slots[0]];
  }

  /**
   * Adds a frame.
   *
   * @param link the end of a link that it arrives at
   * @return its slot; it has passed no switch
   */
  public int add(int link, long arrivalNs, ByteBuffer from, int at, int lengthBytes) {
    if (count + 1 == slots.length) { // the last one may be being read
      grow();
    }
    int slot = slots[count];
    ByteBuffer frame = frames[slot];
    if (frame == null || frame.capacity() < lengthBytes) {
      frame = ByteBuffer.allocate(Math.max(USUAL_BYTES, lengthBytes));
      frames[slot] = frame;
    }
    frame.put(0, from, at, lengthBytes);
    lengths[slot] = lengthBytes;
    links[slot] = link;
    hopCounts[slot] = 0;
    arrivalsNs[slot] = arrivalNs;
    numbers[slot] = nextNumber++;
    count++;
    rise(count - 1);
    return slot;
  }

  /** Takes the first frame out. Its slot stays as it is until the next one is taken. */
  public int take() {
    int slot = slots[0];
    count--;
    slots[0] = slots[count];
    slots[count] = slots[slots.length - 1];
    slots[slots.length - 1] = slot;
    sink();
    return slot;
  }

  /** Whether a frame has passed a switch. */
  public boolean hasPassed(int slot, int switchIndex) {
    for (int i = 0; i < hopCounts[slot]; i++) {
      if (hops[slot][i] == switchIndex) {
        return true;
      }
    }
    return false;
  }

  /** How many switches a frame has passed. */
  public int hopCount(int slot) {
    return hopCounts[slot];
  }

  /** The switches that a frame has passed, in order. */
  public int[] way(int slot) {
    return Arrays.copyOf(hops[slot], hopCounts[slot]);
  }

  /** Whether a frame has passed just these switches. */
  public boolean isWay(int slot, int[] way) {
    return Arrays.equals(hops[slot], 0, hopCounts[slot], way, 0, way.length);
  }

  /** The first switch that a frame has passed, or −1. */
  public int firstSwitch(int slot) {
    return hopCounts[slot] == 0 ? NO_SLOT : hops[slot][0];
  }

  /**
   * A frame in a slot leaves a switch.
   *
   * @param cause the slot of the frame that came in; or {@link #NO_SLOT} when the controller sent
   *     it
   */
  public void pass(int slot, int cause, int switchIndex) {
    int known = cause == NO_SLOT ? 0 : hopCounts[cause];
    int[] way = hops[slot];
    if (known >= way.length) {
      way = new int[2 * known];
      hops[slot] = way;
    }
    if (known > 0) {
      System.arraycopy(hops[cause], 0, way, 0, known);
    }
    way[known] = switchIndex;
    hopCounts[slot] = known + 1;
  }

  public ByteBuffer frame(int slot) {
    ByteBuffer frame = frames[slot];
    if (frame == null) {
      throw new IllegalStateException("slot " + slot + " has no frame");
    }
    return frame;
  }

  public int lengthBytes(int slot) {
    return lengths[slot];
  }

  public int link(int slot) {
    return links[slot];
  }

  private void rise(int from) {
    int child = from;
    while (child > 0) {
      int parent = (child - 1) / 2;
      if (!isBefore(slots[child], slots[parent])) {
        return;
      }
      swap(child, parent);
      child = parent;
    }
  }

  private void sink() {
    int parent = 0;
    while (true) {
      int child = 2 * parent + 1;
      if (child >= count) {
        return;
      }
      if (child + 1 < count && isBefore(slots[child + 1], slots[child])) {
        child++;
      }
      if (!isBefore(slots[child], slots[parent])) {
        return;
      }
      swap(child, parent);
      parent = child;
    }
  }

  private boolean isBefore(int a, int b) {
    long difference = arrivalsNs[a] - arrivalsNs[b];
    return difference < 0 || (difference == 0 && numbers[a] < numbers[b]);
  }

  private void swap(int i, int j) {
    int slot = slots[i];
    slots[i] = slots[j];
    slots[j] = slot;
  }

  private void grow() {
    int old = slots.length;
    int now = 2 * old;
    frames = Arrays.copyOf(frames, now);
    lengths = Arrays.copyOf(lengths, now);
    links = Arrays.copyOf(links, now);
    hopCounts = Arrays.copyOf(hopCounts, now);
    hops = Arrays.copyOf(hops, now);
    arrivalsNs = Arrays.copyOf(arrivalsNs, now);
    numbers = Arrays.copyOf(numbers, now);
    slots = Arrays.copyOf(slots, now);
    for (int i = old; i < now; i++) {
      hops[i] = new int[USUAL_HOPS];
      slots[i] = i;
    }
  }
}
