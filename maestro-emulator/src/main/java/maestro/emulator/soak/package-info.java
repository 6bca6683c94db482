/** Hours of mixed load on one controller, and whether anything grows or is lost meanwhile. */
package maestro.emulator.soak;
