package maestro.distribution;

/** A member without a socket. */
class StressMember extends Member {
  @Override
  protected boolean readAhead(int maxBytes, boolean chops) {
    return true;
  }

  @Override
  protected long backlogBytes() {
    return 0;
  }
}
