package maestro.control.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.Question;

/**
 * Answers {@code /metrics} with the metrics of the controller and those of the JVM: as OpenMetrics
 * when the client accepts that, else in Prometheus' own text format. Confined to the control
 * thread; loads the library at its first request.
 */
public final class MetricsEndpoint implements Endpoint {
  private final ControllerMetrics controller;
  private final LongSupplier clockNs;
  private final MetricText text = new MetricText();
  private final Format plain;
  private final Format open;

  /**
   * Makes the endpoint.
   *
   * @param clockNs any clock in nanoseconds
   */
  public MetricsEndpoint(ControllerMetrics controller, LongSupplier clockNs) {
    this.controller = controller;
    this.clockNs = clockNs;
    PrometheusRegistry jvm = new PrometheusRegistry();
    JvmMetrics.builder().register(jvm);
    plain = new Format(false, PrometheusTextFormatWriter.create(), jvm);
    open = new Format(true, OpenMetricsTextFormatWriter.create(), jvm);
  }

  @Override
  public Answer answer(Question question) {
    Format format = open.writer.accepts(question.header("Accept")) ? open : plain;
    text.clear();
    long nowNs = clockNs.getAsLong();
    controller.write(new Families(format.openMetrics, text), nowNs);
    text.add(format.jvm(nowNs)); // ends with EOF
    return new Answer(200, format.writer.getContentType(), text.toBytes());
  }

  /**
   * One of the formats, and the metrics of the JVM in it. To collect those stops all threads for a
   * moment, to look for deadlocks among others, so it is not done at each scrape.
   */
  private static final class Format {
    private static final long KEPT_NS = 5_000_000_000L;

    final boolean openMetrics;
    final ExpositionFormatWriter writer;
    private final PrometheusRegistry jvm;
    private byte[] kept = {};
    private long keptSinceNs;

    Format(boolean openMetrics, ExpositionFormatWriter writer, PrometheusRegistry jvm) {
      this.openMetrics = openMetrics;
      this.writer = writer;
      this.jvm = jvm;
    }

    /** The metrics of the JVM, at most five seconds old. */
    byte[] jvm(long nowNs) {
      if (kept.length == 0 || nowNs - keptSinceNs >= KEPT_NS) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
          writer.write(bytes, jvm.scrape());
        } catch (IOException e) {
          throw new UncheckedIOException(e); // an array has none
        }
        kept = bytes.toByteArray();
        keptSinceNs = nowNs;
      }
      return kept;
    }
  }
}
