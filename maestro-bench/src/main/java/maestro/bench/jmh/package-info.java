/** JMH benchmarks. {@code ./maestro bench jmh NAME} runs them. */
package maestro.bench.jmh;
