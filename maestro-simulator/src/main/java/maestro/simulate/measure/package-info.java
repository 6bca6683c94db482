/**
 * JMH benchmarks of what the simulator charges, and the file that is made of them: {@link
 * maestro.simulate.measure.CostMeasurement}.
 */
package maestro.simulate.measure;
