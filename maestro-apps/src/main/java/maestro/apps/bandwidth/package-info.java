/** Bandwidth for each flow, reserved on every link of its path or not at all. */
package maestro.apps.bandwidth;
