package maestro.emulator.scenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import maestro.emulator.scenario.Scenario.Shape;

/** Which part of the total rate each switch sends. The same seed always gives the same parts. */
public final class SwitchRates {
  private SwitchRates() {}

  /**
   * The parts, which add up to 1 but for rounding.
   *
   * @param degrees links of each switch; its length is the number of switches
   * @throws ScenarioException when listed shares cannot be read, or no switch has any
   */
  public static double[] shares(Shape shape, int[] degrees) throws ScenarioException {
    int count = degrees.length;
    RateShape distribution = shape.distribution();
    Random random = new Random(shape.seed());
    double[] shares = new double[count];
    switch (distribution.kind()) {
      case UNIFORM -> Arrays.fill(shares, 1);
      case ZIPF -> {
        int[] order = shuffled(count, random);
        for (int rank = 1; rank <= count; rank++) {
          shares[order[rank - 1]] = Math.pow(rank, -distribution.parameter());
        }
      }
      case LOG_NORMAL -> {
        for (int i = 0; i < count; i++) {
          shares[i] = Math.exp(distribution.parameter() * random.nextGaussian());
        }
      }
      case HOG -> {
        Arrays.fill(shares, 1);
        shares[random.nextInt(count)] = distribution.parameter();
      }
      case DEGREE -> shares = Arrays.stream(degrees).asDoubleStream().toArray();
      case LISTED -> shares = listed(Path.of(distribution.file()), count);
    }
    double sum = Arrays.stream(shares).sum();
    if (!(sum > 0)) {
      throw new ScenarioException(
          "found "
              + distribution.text()
              + " without any rate; allowed: one with"
              + " a rate above 0, for degree a network with links");
    }
    return Arrays.stream(shares).map(share -> share / sum).toArray();
  }

  /**
   * Divides a total into whole numbers that add up to it exactly: all are rounded down, and what is
   * left goes to those that lost most, the first of equals first.
   *
   * @param shares adding up to 1
   */
  public static long[] split(long total, double[] shares) {
    long[] parts = new long[shares.length];
    double[] lost = new double[shares.length];
    long left = total;
    for (int i = 0; i < shares.length; i++) {
      double exact = total * shares[i];
      parts[i] = Math.min((long) exact, left);
      lost[i] = exact - parts[i];
      left -= parts[i];
    }
    int[] order =
        IntStream.range(0, shares.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -lost[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int k = 0; left > 0; k = (k + 1) % order.length, left--) {
      parts[order[k]]++;
    }
    return parts;
  }

  private static int[] shuffled(int count, Random random) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }

  private static double[] listed(Path file, int count) throws ScenarioException {
    List<Double> shares = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      if (!content.matches("[0-9]{1,12}(\\.[0-9]{1,12})?")) {
        throw new ScenarioException(
            file + ":" + number + ": found '" + content + "'; allowed: one number of at least 0");
      }
      shares.add(Double.parseDouble(content));
    }
    if (shares.size() != count) {
      throw new ScenarioException(
          file
              + ":"
              + number
              + ": found "
              + shares.size()
              + " rates; allowed: "
              + count
              + ", one a switch");
    }
    return shares.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static List<String> lines(Path file) throws ScenarioException {
    ScenarioException.throwUnlessReadable(file);
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw new ScenarioException(file + ": is no text in UTF-8");
    } catch (IOException e) {
      throw new ScenarioException(file + ": cannot be read");
    }
  }
}
