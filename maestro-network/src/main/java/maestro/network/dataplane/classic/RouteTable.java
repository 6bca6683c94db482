package maestro.network.dataplane.classic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Routes, of which a packet goes by the one with the longest prefix: DIR-24-8 (Gupta, Lin, McKeown:
 * Routing Lookups in Hardware at Memory Access Speeds, INFOCOM 1998). The upper 24 bits of an
 * address number a cell of the first table. A cell is a next hop, or, where longer prefixes are,
 * the number of a block of 256 cells for the lower 8 bits. So a lookup reads one cell, or two.
 *
 * <pre>
 *  first:  2²⁴ cells  | 0 | next hop 15 |      0 is no route
 *                     | 1 | block 15    |
 *  second: 256 cells for each block  | next hop 16 |
 * </pre>
 *
 * <p>Immutable; 32 MiB and 512 bytes for each block. A lookup allocates nothing.
 */
public final class RouteTable {
  /** The most different next hops, and the most blocks. */
  static final int MOST_NEXT_HOPS = (1 << 15) - 1;

  /** The next hop where no route leads. */
  static final int NONE = 0;

  private static final int FIRST_BITS = 24;
  private static final int SECOND_BITS = 8;
  private static final int BLOCK = 1 << SECOND_BITS;
  private static final int NUMBER_MASK = 0x7fff;

  private final short[] first = new short[1 << FIRST_BITS];
  private short[] second = new short[0];
  private int blockCount;

  /**
   * The table of these routes.
   *
   * @param routes of two with the same prefix and length, the later one counts; with prefixes of
   *     more than 24 bits in at most {@link #MOST_NEXT_HOPS} blocks of 256 addresses
   * @throws IllegalArgumentException when there are more blocks
   */
  public RouteTable(List<Route> routes) {
    // Shorter prefixes first, so that longer ones are written over them.
    routes.stream().sorted(Comparator.comparingInt(Route::lengthBits)).forEach(this::write);
  }

  /** The next hop of packets to an address, or {@link #NONE}. */
  int nextHop(int address) {
    int cell = first[address >>> SECOND_BITS];
    if (cell >= 0) {
      return cell;
    }
    return second[(cell & NUMBER_MASK) << SECOND_BITS | (address & (BLOCK - 1))];
  }

  private void write(Route route) {
    int from = route.prefix() >>> SECOND_BITS;
    if (route.lengthBits() <= FIRST_BITS) { // no blocks yet: these prefixes come first
      int cells = 1 << (FIRST_BITS - route.lengthBits());
      Arrays.fill(first, from, from + cells, (short) route.nextHop());
      return;
    }
    int block = block(from);
    int cell = block << SECOND_BITS | (route.prefix() & (BLOCK - 1));
    int cells = 1 << (FIRST_BITS + SECOND_BITS - route.lengthBits());
    Arrays.fill(second, cell, cell + cells, (short) route.nextHop());
  }

  /** The block of a cell of the first table, which gets one when it has none. */
  private int block(int cell) {
    if (first[cell] < 0) {
      return first[cell] & NUMBER_MASK;
    }
    if (blockCount == MOST_NEXT_HOPS) {
      throw new IllegalArgumentException(
          "prefixes of more than 24 bits are in more than " + MOST_NEXT_HOPS + " blocks");
    }
    int block = blockCount++;
    if (second.length == block << SECOND_BITS) {
      second = Arrays.copyOf(second, Math.max(BLOCK, 2 * second.length));
    }
    Arrays.fill(second, block << SECOND_BITS, (block + 1) << SECOND_BITS, first[cell]);
    first[cell] = (short) (~NUMBER_MASK | block);
    return block;
  }
}
