package maestro.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RequestBatchWaitsTest {
  private static final Connection NOBODY = null;

  private final RequestBatch batch = new RequestBatch(4);
  private final ByteBuffer buffer = ByteBuffer.allocate(64);

  private void visit(long sinceNs, int requests) {
    batch.waitingSince(sinceNs);
    batch.beginRun(NOBODY, buffer);
    for (int i = 0; i < requests; i++) {
      batch.add(0, 8);
    }
  }

  @Test
  void shouldNotCountFromAVisitThatFoundNoRequest() {
    visit(5, 0);
    visit(9, 1);
    assertThat(batch.runCount()).isEqualTo(1);
    assertThat(batch.sinceNs(0)).isEqualTo(9);
  }

  @Test
  void shouldCountARunFromItsFirstRequest() {
    visit(5, 1);
    visit(9, 1);
    assertThat(batch.sinceNs(0)).isEqualTo(5);
  }
}
