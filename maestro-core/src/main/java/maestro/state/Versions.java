package maestro.state;

import java.util.Arrays;

/** One value of each view: one version of all views. Immutable. */
public final class Versions {
  private final Object[] values;

  Versions(int count) {
    values = new Object[count];
  }

  private Versions(Object[] values) {
    this.values = values;
  }

  Object value(int view) {
    return values[view];
  }

  /** The same with other values for some views. */
  Versions with(StoredView.To<?>... changes) {
    Object[] next = Arrays.copyOf(values, values.length);
    for (StoredView.To<?> change : changes) {
      next[change.view().index()] = change.value();
    }
    return new Versions(next);
  }
}
