package maestro.control.rest;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * Writes JSON that is made each second for each switch. A generator of the library is as correct,
 * but becomes so much code in one place that C2 takes 0.5 s of a worker's processor to compile it.
 * Used by one thread.
 */
final class JsonText extends Utf8Text {
  private static final byte[] TRUE = utf8("true");
  private static final byte[] FALSE = utf8("false");
  private static final byte[] NULL = utf8("null");

  /**
   * The name of a field as {@link #name} takes it.
   *
   * @param name needs no escapes
   */
  static byte[] named(String name) {
    return utf8('"' + name + "\":");
  }

  /** Begins an object: a value, or an element of an array. */
  void begin() {
    separate();
    add('{');
  }

  /** Ends an object. */
  void end() {
    add('}');
  }

  /** Begins an array. */
  void beginArray() {
    add('[');
  }

  /** Ends an array. */
  void endArray() {
    add(']');
  }

  /** Begins a field; its value follows. */
  JsonText name(byte[] name) {
    separate();
    add(name);
    return this;
  }

  private void separate() {
    byte last = last();
    if (last != '{' && last != '[' && last != ':' && last != 0) {
      add(',');
    }
  }

  void text(String value) {
    add('"');
    add(JsonStringEncoder.getInstance().quoteAsUTF8(value));
    add('"');
  }

  void bool(boolean value) {
    add(value ? TRUE : FALSE);
  }

  void nothing() {
    add(NULL);
  }

  /** JSON has no such number. */
  @Override
  public void addNotFinite(double value) {
    nothing();
  }
}
