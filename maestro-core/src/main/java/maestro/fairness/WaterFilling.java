package maestro.fairness;

import java.util.Arrays;

/**
 * Weighted max-min fair shares by progressive filling (Bertsekas and Gallager, Data Networks,
 * section 6.5.2): no one can get more unless another, which has less for its weight, gets less.
 *
 * <ol>
 *   <li>Order the demands by the water level, per weight, at which they are satisfied.
 *   <li>Raise the water until the next demand is satisfied or the capacity is used up.
 *   <li>A satisfied demand keeps its amount and leaves the filling.
 *   <li>When the capacity is used up, the remaining demands divide the rest by weight.
 * </ol>
 */
public final class WaterFilling {
  private WaterFilling() {}

  /**
   * Divides a capacity.
   *
   * @param demands the demands, in the unit of the capacity, at least 0; infinite for a demand
   *     without a limit
   * @param weights above 0, one for each demand
   * @param capacity finite, at least 0
   * @return the shares; together the capacity, or all demands when that is less
   */
  public static double[] shares(double[] demands, double[] weights, double capacity) {
    check(demands, weights, capacity);
    double[] shares = new double[demands.length];
    Integer[] order = new Integer[demands.length]; // 1
    double[] levels = new double[demands.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
      levels[i] = demands[i] / weights[i];
    }
    Arrays.sort(order, (a, b) -> Double.compare(levels[a], levels[b]));
    double[] weightFrom = new double[order.length + 1];
    for (int k = order.length - 1; k >= 0; k--) {
      weightFrom[k] = weightFrom[k + 1] + weights[order[k]];
    }
    double left = capacity;
    for (int k = 0; k < order.length; k++) { // 2
      int i = order[k];
      double level = Math.max(0, left) / weightFrom[k];
      if (demands[i] <= level * weights[i]) { // 3
        shares[i] = demands[i];
        left -= demands[i];
      } else { // 4
        for (int rest = k; rest < order.length; rest++) {
          shares[order[rest]] = level * weights[order[rest]];
        }
        return shares;
      }
    }
    return shares;
  }

  private static void check(double[] demands, double[] weights, double capacity) {
    if (demands.length != weights.length) {
      throw new IllegalArgumentException(
          demands.length + " demands have " + weights.length + " weights");
    }
    if (!(capacity >= 0) || Double.isInfinite(capacity)) {
      throw new IllegalArgumentException("capacity is " + capacity);
    }
    for (int i = 0; i < demands.length; i++) {
      if (!(demands[i] >= 0) || !(weights[i] > 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException(
            "demand " + i + " is " + demands[i] + " with weight " + weights[i]);
      }
    }
  }
}
