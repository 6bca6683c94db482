package maestro.config;

import java.util.OptionalInt;

/** The designs whose read size static-partition can use. */
public enum PartitionPreset implements Spelled {
  NONE(OptionalInt.empty()),
  BEACON(OptionalInt.of(64 * 1024)),
  NOX(OptionalInt.of(512 * 1024));

  private final OptionalInt readSizeBytes;

  PartitionPreset(OptionalInt readSizeBytes) {
    this.readSizeBytes = readSizeBytes;
  }

  /** The most bytes of one read, if the preset sets it. */
  OptionalInt readSizeBytes() {
    return readSizeBytes;
  }
}
