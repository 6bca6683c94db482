package maestro.control;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers {@code /metrics} with the metrics of the controller and those of the JVM: as OpenMetrics
 * when the client accepts that, else in Prometheus' own text format. Confined to the control
 * thread; loads the library at its first request.
 */
final class MetricsEndpoint implements Endpoint {
  private static final ExpositionFormatWriter PLAIN = PrometheusTextFormatWriter.create();
  private static final ExpositionFormatWriter OPEN = OpenMetricsTextFormatWriter.create();

  private final PrometheusRegistry registry = new PrometheusRegistry();

  MetricsEndpoint(MultiCollector controller) {
    registry.register(controller);
    JvmMetrics.builder().register(registry);
  }

  @Override
  public Answer answer(Question question) {
    ExpositionFormatWriter writer = OPEN.accepts(question.header("Accept")) ? OPEN : PLAIN;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      writer.write(text, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array has none
    }
    return new Answer(200, writer.getContentType(), text.toString(StandardCharsets.UTF_8));
  }
}
