/**
 * JMH benchmarks of the costs that the simulator charges, and the file made from them: {@link
 * maestro.simulate.measure.CostMeasurement}.
 */
package maestro.simulate.measure;
