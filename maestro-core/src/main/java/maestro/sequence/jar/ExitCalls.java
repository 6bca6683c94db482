package maestro.sequence.jar;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Redirects calls of {@link System#exit} in a class to {@link #exit}, which throws: an application
 * must not end the controller.
 *
 * <p>A class names what it calls in its constant pool (Java Virtual Machine Specification, 4.4):
 *
 * <ol>
 *   <li>Find the Methodref whose class is {@code java/lang/System} and whose name and type are
 *       {@code exit} and {@code (I)V}. A class without it stays as it is.
 *   <li>Append this class to the pool, a Utf8 and a Class. Nothing that the class refers to moves.
 *   <li>Let the Methodref name that class.
 * </ol>
 *
 * <p>Stateless.
 */
public final class ExitCalls {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int METHOD_REF = 10;
  private static final int NAME_AND_TYPE = 12;

  /** Where the number of constants stands; the pool follows. */
  private static final int COUNT_AT = 8;

  private static final int POOL_AT = 10;
  private static final int MOST_CONSTANTS = 0xffff;

  private ExitCalls() {}

  /**
   * Called by applications in place of {@link System#exit}.
   *
   * @throws UnsupportedOperationException always
   */
  @SuppressWarnings("DoNotCallSuggester") // applications do call it
  public static void exit(int status) {
    throw new UnsupportedOperationException(
        "System.exit(" + status + ") would end the controller for all switches: refused");
  }

  /** The changed bytes of a class; null when it has no such call, or is no class. */
  static byte @Nullable [] redirected(byte[] bytes) throws IOException {
    Pool pool;
    try {
      pool = new Pool(bytes);
    } catch (EOFException e) { // the Java VM says better what is wrong with it
      return null;
    }
    int at = pool.isWhole ? pool.exitAt() : -1;
    if (at < 0 || pool.count + 2 > MOST_CONSTANTS) {
      return null;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 64);
    DataOutputStream data = new DataOutputStream(out);
    data.write(bytes, 0, COUNT_AT);
    data.writeShort(pool.count + 2);
    data.write(bytes, POOL_AT, at - POOL_AT);
    data.writeShort(pool.count + 1); // 3
    data.write(bytes, at + 2, pool.end - at - 2);
    data.writeByte(UTF8); // 2
    data.writeUTF(ExitCalls.class.getName().replace('.', '/'));
    data.writeByte(CLASS);
    data.writeShort(pool.count);
    data.write(bytes, pool.end, bytes.length - pool.end);
    return out.toByteArray();
  }

  /** The constant pool of a class, as far as it matters here. */
  private static final class Pool {
    private final int count;
    private final int end;
    private final boolean isWhole;
    private final Map<Integer, String> texts = new HashMap<>();

    /** By the index of a Class: that of its name. */
    private final Map<Integer, Integer> classes = new HashMap<>();

    /** By its index: name and type, two indexes of 16 bits. */
    private final Map<Integer, Integer> namesAndTypes = new HashMap<>();

    /** By where its two indexes stand: they, class and name with type. */
    private final Map<Integer, Integer> methods = new HashMap<>();

    Pool(byte[] bytes) throws IOException {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      DataInputStream data = new DataInputStream(in);
      boolean isClass = bytes.length > POOL_AT && data.readLong() >>> Integer.SIZE == 0xcafebabeL;
      count = isClass ? data.readUnsignedShort() : 0;
      boolean isKnown = isClass;
      for (int i = 1; i < count && isKnown; i++) {
        int tag = data.readUnsignedByte();
        int at = bytes.length - in.available();
        switch (tag) {
          case UTF8 -> {
            byte[] text = new byte[data.readUnsignedShort()];
            data.readFully(text);
            texts.put(i, new String(text, StandardCharsets.UTF_8));
          }
          case CLASS -> classes.put(i, data.readUnsignedShort());
          case METHOD_REF -> methods.put(at, data.readInt());
          case NAME_AND_TYPE -> namesAndTypes.put(i, data.readInt());
          case LONG, DOUBLE -> {
            long unused = data.readLong();
            i++; // it takes two places
          }
          case 3, 4, 9, 11, 17, 18 -> {
            int unused = data.readInt();
          }
          case 8, 16, 19, 20 -> {
            int unused = data.readUnsignedShort();
          }
          case 15 -> data.skipNBytes(3);
          default -> isKnown = false; // of a newer Java than this code
        }
      }
      end = bytes.length - in.available();
      isWhole = isKnown;
    }

    /** Where the Methodref of {@link System#exit} has its class; -1 when there is none. */
    int exitAt() { // 1
      for (Map.Entry<Integer, Integer> each : methods.entrySet()) {
        int nameAndType = namesAndTypes.getOrDefault(each.getValue() & 0xffff, 0);
        if ("java/lang/System".equals(text(classes.getOrDefault(each.getValue() >>> 16, 0)))
            && "exit".equals(text(nameAndType >>> 16))
            && "(I)V".equals(text(nameAndType & 0xffff))) {
          return each.getKey();
        }
      }
      return -1;
    }

    private @Nullable String text(int index) {
      return texts.get(index);
    }
  }
}
