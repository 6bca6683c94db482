/** Starts Maestro controllers in processes of their own, and measures their resources. */
package maestro.emulator.controller;
