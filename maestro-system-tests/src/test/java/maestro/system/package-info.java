/**
 * Tests of the packaged controller as its users have it: a process of its own, and real switches
 * (Open vSwitch, Mininet). They need root and those programs, and say what is missing when they are
 * skipped.
 */
package maestro.system;
