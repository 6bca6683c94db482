package maestro.net.socket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bound of all memory in which connections keep bytes: output that their sockets have not taken
 * and input that is not handled yet.
 *
 * <p>The memory is direct, in blocks of 4 KiB. Slabs of 32 blocks are allocated when they are
 * needed first, and are never given back to the JVM: a direct buffer that is garbage does not make
 * room before the next collection. The block that was given back last is taken first, so that the
 * process touches no more memory than connections have kept at once.
 *
 * <p><b>Shares.</b> As the bound comes near:
 *
 * <ol>
 *   <li>A connection may have an eighth of the <em>spare</em> blocks waiting, {@link #fairBytes},
 *       and is congested above that. Spare are the free blocks beyond an eighth of all. So those
 *       that hold most are congested first, however many they are (dynamic thresholds: Choudhury
 *       and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998).
 *   <li>When no block is spare, each connection with waiting output is congested. The others are
 *       read in small pieces.
 *   <li>When less than a sixteenth is free, memory {@link #isShort}: the conductor disconnects
 *       those that hold most until an eighth is free again.
 *   <li>The last sixteenth is for connections that hold nothing.
 * </ol>
 *
 * <p><b>Threads.</b> Any. A short lock guards the free blocks. It is taken only when a socket has
 * not taken all output or when input is left over, never for a request that is answered at once.
 */
public final class BufferBudget {
  static final int BLOCK_BYTES = 4 * 1024;
  private static final int SLAB_BLOCKS = 32;

  /** The part of all blocks that output must leave free. */
  private static final int SPARE_PART = 8;

  /** The part of all blocks below which connections are disconnected. */
  private static final int SHORT_PART = 16;

  /** The part of the spare blocks that one connection may have waiting. */
  private static final int CONNECTION_PART = 8;

  private static final Logger LOG = LoggerFactory.getLogger(BufferBudget.class);
  private static final VarHandle USED;

  static {
    try {
      USED = MethodHandles.lookup().findVarHandle(BufferBudget.class, "usedBlocks", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int limitBlocks;
  private final int spareFromBlocks;
  private final int shortFromBlocks;

  // Guarded by this.
  private @Nullable Block free;
  private int freeBlocks;
  private int madeBlocks;
  private boolean failed;

  /** Opaque: written under the lock, read by any thread. */
  private int usedBlocks;

  /**
   * Makes a budget; allocates nothing yet.
   *
   * @param limitBytes the most bytes of all connections; at least a slab of 128 KiB is used
   */
  public BufferBudget(long limitBytes) {
    long blocks = Math.max(SLAB_BLOCKS, limitBytes / BLOCK_BYTES);
    limitBlocks = (int) Math.min(blocks, Integer.MAX_VALUE / 2) / SLAB_BLOCKS * SLAB_BLOCKS;
    spareFromBlocks = limitBlocks - limitBlocks / SPARE_PART;
    shortFromBlocks = limitBlocks - limitBlocks / SHORT_PART;
  }

  /** A budget without a bound, for a process that chooses its connections itself. */
  static BufferBudget unbounded() {
    return new BufferBudget(Long.MAX_VALUE);
  }

  /**
   * The most output that a connection may have waiting and still be served; 0 when nothing is
   * spare. Any thread, without the lock.
   */
  public int fairBytes() {
    int spareBlocks = Math.max(0, spareFromBlocks - (int) USED.getOpaque(this));
    long bytes = (long) spareBlocks * BLOCK_BYTES / CONNECTION_PART;
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** Whether those that hold most must be disconnected. Any thread, without the lock. */
  public boolean isShort() {
    return (int) USED.getOpaque(this) > shortFromBlocks;
  }

  /** The bytes to release until blocks are spare again; 0 when there are any. Any thread. */
  public long excessBytes() {
    return Math.max(0, (long) ((int) USED.getOpaque(this) - spareFromBlocks) * BLOCK_BYTES);
  }

  /** The bytes of all blocks that connections hold. Any thread, without the lock. */
  long usedBytes() {
    return (long) (int) USED.getOpaque(this) * BLOCK_BYTES;
  }

  /** The bound, in bytes. */
  public long limitBytes() {
    return (long) limitBlocks * BLOCK_BYTES;
  }

  /**
   * Takes empty blocks.
   *
   * @param count at least 1
   * @param holdsSome whether the connection holds blocks already; then the last ones are not for it
   * @return the blocks, linked; null when there are not so many
   */
  @Nullable Block take(int count, boolean holdsSome) {
    int mostBlocks = holdsSome ? shortFromBlocks : limitBlocks;
    synchronized (this) {
      if (count > mostBlocks - usedBlocks) {
        return null;
      }
      while (freeBlocks < count) {
        if (!makeSlab()) {
          return null;
        }
      }
      Block first = null;
      Block next = free;
      for (int i = 0; i < count && next != null; i++) {
        Block block = next;
        next = block.next;
        block.next = first;
        first = block;
      }
      free = next;
      freeBlocks -= count;
      USED.setOpaque(this, usedBlocks + count);
      return first;
    }
  }

  /** Takes one block back. */
  synchronized void give(Block block) {
    putFree(block);
    USED.setOpaque(this, usedBlocks - 1);
  }

  private void putFree(Block block) {
    block.bytes.position(0).limit(0);
    block.next = free;
    free = block;
    freeBlocks++;
  }

  /** Allocates more blocks; false when the JVM has no memory for them. Below the limit only. */
  private boolean makeSlab() {
    if (failed) {
      return false;
    }
    try {
      ByteBuffer slab = ByteBuffer.allocateDirect(SLAB_BLOCKS * BLOCK_BYTES);
      for (int i = 0; i < SLAB_BLOCKS; i++) {
        putFree(new Block(slab.slice(i * BLOCK_BYTES, BLOCK_BYTES)));
      }
      madeBlocks += SLAB_BLOCKS;
      return true;
    } catch (OutOfMemoryError e) {
      failed = true;
      LOG.error(
          "the JVM has no more memory for connections than {} KiB, less than"
              + " maestro.connections.memory: {}",
          madeBlocks / 1024L * BLOCK_BYTES,
          e.getMessage());
      return false;
    }
  }

  /** A piece of memory; its content is from the buffer's position to its limit. */
  static final class Block {
    final ByteBuffer bytes;
    @Nullable Block next;

    Block(ByteBuffer bytes) {
      this.bytes = bytes;
    }
  }
}
