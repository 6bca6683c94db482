/**
 * The data-plane study (Bianco, Birke, Giraudo, Palacin: OpenFlow Switching: Data Plane
 * Performance, ICC 2010), repeated with the emulator's data plane: which techniques, frames and
 * tables there are, and one result of each. How frames are forwarded and how results are shown
 * lives in {@code forward} and {@code report}.
 */
package maestro.bench.dataplane;
