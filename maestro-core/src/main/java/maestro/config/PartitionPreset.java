package maestro.config;

import java.util.OptionalInt;

/** Designs that static partition can imitate; they differ in how much one read takes. */
public enum PartitionPreset implements Spelled {
  NONE(OptionalInt.empty()),
  BEACON(OptionalInt.of(64 * 1024)),
  NOX(OptionalInt.of(512 * 1024));

  private final OptionalInt readSizeBytes;

  PartitionPreset(OptionalInt readSizeBytes) {
    this.readSizeBytes = readSizeBytes;
  }

  /** What one read takes at most, when the preset says. */
  OptionalInt readSizeBytes() {
    return readSizeBytes;
  }
}
