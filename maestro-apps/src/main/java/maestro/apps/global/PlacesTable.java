package maestro.apps.global;

import maestro.apps.places.PlaceTable;

/**
 * A table without locks, as far as {@link PlaceTable} has none. It does not grow. A host that was
 * heard later at another place stays there.
 */
final class PlacesTable implements LocationTable {
  private static final int WINDOW = 256;

  private final PlaceTable places;

  PlacesTable(int capacity) {
    int slots = Integer.highestOneBit(2 * capacity - 1) * 2;
    places = new PlaceTable(slots, slots, WINDOW, 0, (host, heardNs) -> {});
  }

  @Override
  public long get(long address) {
    return places.placeOf(address, 0);
  }

  @Override
  public long put(long address, long location, long heardNs) {
    return places.learn(address, location, heardNs);
  }
}
