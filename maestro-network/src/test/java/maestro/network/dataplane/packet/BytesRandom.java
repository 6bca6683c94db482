package maestro.network.dataplane.packet;

import java.util.Random;

/** Chances that a fuzzer chooses: its bytes, in their order, then zeros. */
public final class BytesRandom extends Random {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private int at;

  public BytesRandom(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  @Override
  protected int next(int bits) {
    int drawn = 0;
    for (int i = 0; i < Integer.BYTES && bytes != null; i++) {
      drawn = (drawn << 8) | (at < bytes.length ? bytes[at++] & 0xff : 0);
    }
    return drawn >>> (Integer.SIZE - bits);
  }
}
