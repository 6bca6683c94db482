/**
 * The data-plane study (Bianco, Birke, Giraudo, Palacin: OpenFlow Switching: Data Plane
 * Performance, ICC 2010), repeated with the emulator's data plane: what a forwarding technique
 * makes of frames of some size, with tables of some size.
 */
package maestro.bench.dataplane;
