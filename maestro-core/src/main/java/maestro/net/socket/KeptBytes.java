package maestro.net.socket;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import maestro.net.socket.BufferBudget.Block;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that one connection keeps, in order, in blocks of the {@link BufferBudget}. Few bytes take
 * one block; an empty one takes none.
 *
 * <p>Threads: the owner guards all methods, except {@link #heldBytes}, which is for any thread.
 */
public final class KeptBytes {
  /** The most blocks of one system call. */
  private static final int GATHERED = 16;

  private static final ByteBuffer[] NONE = {};
  private static final VarHandle BLOCKS;

  static {
    try {
      BLOCKS = MethodHandles.lookup().findVarHandle(KeptBytes.class, "blocks", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BufferBudget budget;
  private @Nullable Block first;
  private @Nullable Block last;
  private int byteCount;

  /** For a system call over several blocks; empty before the first. */
  private ByteBuffer[] gathered = NONE;

  /** Opaque: read by any thread. */
  private int blocks;

  KeptBytes(BufferBudget budget) {
    this.budget = budget;
  }

  /** The bytes that are kept. */
  public int count() {
    return byteCount;
  }

  boolean isEmpty() {
    return byteCount == 0;
  }

  /** The memory that is held. Any thread. */
  public int heldBytes() {
    return (int) BLOCKS.getOpaque(this) * BufferBudget.BLOCK_BYTES;
  }

  /**
   * Copies bytes behind the others. Moves no position of the buffer.
   *
   * @return false, and nothing is copied, when the budget has no blocks for them
   */
  public boolean append(ByteBuffer from, int at, int bytes) {
    Block open = last;
    int room = open == null ? 0 : open.bytes.capacity() - open.bytes.limit();
    Block more = null;
    if (bytes > room) {
      int needed = (bytes - room + BufferBudget.BLOCK_BYTES - 1) / BufferBudget.BLOCK_BYTES;
      more = budget.take(needed, blocks > 0);
      if (more == null) {
        return false;
      }
      BLOCKS.setOpaque(this, blocks + needed);
    }
    byteCount += bytes;
    int next = at;
    int end = at + bytes;
    if (open != null) {
      next += fill(open, from, next, end);
    }
    while (more != null) {
      if (last == null) {
        first = more;
      } else {
        last.next = more;
      }
      last = more;
      next += fill(more, from, next, end);
      more = more.next;
    }
    return true;
  }

  /** Does the same for the bytes from the position of the buffer to its limit. */
  boolean append(ByteBuffer from) {
    return append(from, from.position(), from.remaining());
  }

  /** Copies as many bytes as the block has room for; returns how many. */
  private static int fill(Block block, ByteBuffer from, int at, int end) {
    int old = block.bytes.limit();
    int bytes = Math.min(block.bytes.capacity() - old, end - at);
    block.bytes.limit(old + bytes);
    block.bytes.put(old, from, at, bytes);
    return bytes;
  }

  /** Moves as many bytes as there is room for behind the position of the buffer. */
  public void drainTo(ByteBuffer to) {
    while (first != null && to.hasRemaining()) {
      ByteBuffer from = first.bytes;
      int bytes = Math.min(from.remaining(), to.remaining());
      to.put(to.position(), from, from.position(), bytes);
      to.position(to.position() + bytes);
      from.position(from.position() + bytes);
      byteCount -= bytes;
      giveDrained();
    }
  }

  /**
   * Writes as many bytes as the channel takes.
   *
   * @return how many it took
   */
  int writeTo(WritableByteChannel channel) throws IOException {
    int before = byteCount;
    boolean takesMore = true;
    while (first != null && takesMore) {
      int due = byteCount;
      int offered = first.bytes.remaining();
      if (first.next != null && channel instanceof GatheringByteChannel gathering) {
        int count = gather();
        offered = 0;
        for (int i = 0; i < count; i++) {
          offered += gathered[i].remaining();
        }
        byteCount -= (int) gathering.write(gathered, 0, count);
      } else {
        byteCount -= channel.write(first.bytes);
      }
      takesMore = due - byteCount == offered;
      giveDrained();
    }
    return before - byteCount;
  }

  private int gather() {
    if (gathered.length == 0) {
      gathered = new ByteBuffer[GATHERED];
    }
    int count = 0;
    for (Block block = first; block != null && count < GATHERED; block = block.next) {
      gathered[count++] = block.bytes;
    }
    return count;
  }

  private void giveDrained() {
    for (Block each = first; each != null && !each.bytes.hasRemaining(); each = first) {
      giveFirst(each);
    }
  }

  /** Drops all bytes and gives their blocks back. */
  public void clear() {
    byteCount = 0;
    for (Block each = first; each != null; each = first) {
      giveFirst(each);
    }
  }

  private void giveFirst(Block empty) {
    first = empty.next;
    if (first == null) {
      last = null;
    }
    BLOCKS.setOpaque(this, blocks - 1);
    budget.give(empty);
  }
}
