package maestro.emulator.condition;

/** How a measured value is compared with a limit. */
enum Operator {
  BELOW("<"),
  AT_MOST("<="),
  ABOVE(">"),
  AT_LEAST(">="),
  EQUAL("="),
  OTHER("!=");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** By its sign; two signs of equality are one. */
  static Operator of(String sign) {
    for (Operator each : values()) {
      if (each.sign.equals(sign)) {
        return each;
      }
    }
    return EQUAL;
  }

  boolean holds(double value, double limit) {
    return switch (this) {
      case BELOW -> value < limit;
      case AT_MOST -> value <= limit;
      case ABOVE -> value > limit;
      case AT_LEAST -> value >= limit;
      case EQUAL -> value == limit;
      case OTHER -> value != limit;
    };
  }

  String sign() {
    return sign;
  }
}
