package maestro.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import maestro.api.BatchStage;
import maestro.api.FlowActions;
import maestro.api.FlowBatch;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;

/**
 * Stages that ask random questions about a packet, in a random order, and answer by what they hear.
 * An answer is the sequence's decision; a stage that gives none leaves it to the next.
 */
final class RandomSequence {
  static final int STAGES = 3;

  /** The decision that nothing is done. */
  static final String NOTHING = "nothing";

  private static final int MOST_QUESTIONS = 4;
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(10, 0);
  private static final List<ToLongFunction<FlowRequest>> QUESTIONS =
      List.of(
          FlowRequest::inPort,
          FlowRequest::ethSrc,
          FlowRequest::ethDst,
          FlowRequest::vlanId,
          FlowRequest::ethType,
          request -> request.isIpv4() ? 1 : 0,
          FlowRequest::ipv4Src,
          FlowRequest::ipv4Dst,
          FlowRequest::ipProtocol,
          FlowRequest::l4Src,
          FlowRequest::l4Dst,
          request -> request.isArp() ? 1 : 0,
          FlowRequest::arpOperation,
          FlowRequest::arpSenderIpv4,
          FlowRequest::arpTargetIpv4,
          request -> request.frameByte(12),
          request -> request.frameByte(13),
          request -> request.frameByte(3));

  private interface Node {}

  private record Ask(ToLongFunction<FlowRequest> question, long mask, long value, Node yes, Node no)
      implements Node {}

  private record Leaf(String decision, FlowOptions options, boolean asList) implements Node {}

  private final Random random;
  private final List<? extends FlowRequest> samples;
  private final boolean isTracked;
  private final Node[] trees = new Node[STAGES];
  private final boolean[] twice = new boolean[STAGES];
  private long learned;

  /**
   * A sequence.
   *
   * @param samples packets whose values are asked for
   * @param isTracked false for entries that match no more than addresses
   */
  RandomSequence(Random random, List<? extends FlowRequest> samples, boolean isTracked) {
    this.random = random;
    this.samples = samples;
    this.isTracked = isTracked;
    for (int i = 0; i < STAGES; i++) {
      trees[i] = node(MOST_QUESTIONS, i == STAGES - 1);
      twice[i] = random.nextInt(3) == 0;
    }
  }

  private Node node(int mostQuestions, boolean isLast) {
    if (mostQuestions == 0 || random.nextInt(5) == 0) {
      return leaf(isLast);
    }
    ToLongFunction<FlowRequest> question = QUESTIONS.get(random.nextInt(QUESTIONS.size()));
    long mask = random.nextInt(3) == 0 ? 1L << random.nextInt(8) : -1;
    FlowRequest sample = samples.get(random.nextInt(samples.size()));
    return new Ask(
        question,
        mask,
        question.applyAsLong(sample) & mask,
        node(mostQuestions - 1, isLast),
        node(mostQuestions - 1, isLast));
  }

  private Leaf leaf(boolean isLast) {
    FlowOptions options = isTracked ? OPTIONS : OPTIONS.matchingOnly();
    if (isTracked && random.nextInt(4) == 0) {
      FlowField[] fields = FlowField.values();
      options = options.matchingAlso(fields[random.nextInt(fields.length)]);
    }
    int kind = random.nextInt(isLast ? 8 : 12);
    int port = 11 + random.nextInt(3);
    String decision =
        switch (kind) {
          case 0, 1, 2, 3 -> "install " + port;
          case 4 -> "install 0";
          case 5 -> "forward " + port;
          case 6 -> "drop";
          case 7 -> "flood";
          default -> NOTHING;
        };
    return new Leaf(decision, options, random.nextBoolean());
  }

  private static Leaf walk(Node tree, FlowRequest request) {
    Node node = tree;
    while (node instanceof Ask ask) {
      boolean isSo = (ask.question().applyAsLong(request) & ask.mask()) == ask.value();
      node = isSo ? ask.yes() : ask.no();
    }
    return (Leaf) node;
  }

  /** What the sequence decides about a packet: "port 3", "drop", "flood" or {@link #NOTHING}. */
  String decide(FlowRequest request) {
    for (Node tree : trees) {
      String decision = walk(tree, request).decision();
      if (!decision.equals(NOTHING)) {
        return decision
            .replace("install 0", "drop")
            .replace("install", "port")
            .replace("forward", "port");
      }
    }
    return NOTHING;
  }

  /** One of its stages, which says it to the platform. */
  BatchStage stage(int index) {
    return (batch, output) -> {
      if (twice[index]) {
        runTwice(batch, output, trees[index]);
      } else {
        while (batch.next()) {
          learn(batch.request());
          answer(batch.request(), walk(trees[index], batch.request()), output);
        }
      }
    };
  }

  /** Decides in one pass and answers in another. */
  private static void runTwice(FlowBatch batch, SwitchOutput output, Node tree) {
    List<Leaf> leaves = new ArrayList<>();
    while (batch.next()) {
      leaves.add(walk(tree, batch.request()));
    }
    batch.rewind();
    for (int i = 0; batch.next(); i++) {
      answer(batch.request(), leaves.get(i), output);
    }
  }

  /** Reads what it does not decide by. */
  private void learn(FlowRequest request) {
    FlowRequest untracked = request.untracked();
    learned += QUESTIONS.stream().mapToLong(question -> question.applyAsLong(untracked)).sum();
    learned += untracked.frameByte(untracked.frameLength() - 1);
  }

  /** What {@link #learn} has read, so that it is read. */
  long learned() {
    return learned;
  }

  private static void answer(FlowRequest request, Leaf leaf, SwitchOutput output) {
    String[] words = leaf.decision().split(" ", 2);
    int port = words.length == 2 ? Integer.parseInt(words[1]) : 0;
    FlowRequest either = leaf.asList() ? request.untracked() : request;
    switch (words[0]) {
      case "forward" -> output.forward(either, port);
      case "drop" -> output.drop(either);
      case "flood" -> output.flood(either);
      case "install" -> {
        if (port == 0) {
          output.installDrop(either, leaf.options());
        } else if (leaf.asList()) {
          output.installAndForward(either, FlowActions.outputs(port), leaf.options());
        } else {
          output.installAndForward(either, port, leaf.options());
        }
      }
      default -> {
        return;
      }
    }
    output.consume(either);
  }
}
