package maestro.apps.discovery;

import java.util.HashMap;
import java.util.Map;

/** Disjoint groups of things that are joined two at a time. Confined to one thread. */
public final class DisjointGroups<T> {
  /** By member, another member of its group; the one that stands for the group has none. */
  private final Map<T, T> towards = new HashMap<>();

  /** Makes a group of each thing. */
  public DisjointGroups() {}

  /** The member that stands for the group of a member. */
  public T of(T member) {
    T here = member;
    for (T next = towards.get(here); next != null; next = towards.get(here)) {
      T beyond = towards.get(next);
      if (beyond != null) {
        towards.put(here, beyond);
      }
      here = next;
    }
    return here;
  }

  /** Joins the groups of two members; returns false when they were in one. */
  public boolean join(T one, T other) {
    T first = of(one);
    T second = of(other);
    if (first.equals(second)) {
      return false;
    }
    towards.put(second, first);
    return true;
  }
}
