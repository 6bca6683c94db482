/** Benchmarks. Run them with {@code java -jar maestro-bench/target/benchmarks.jar NAME}. */
package maestro.bench;
