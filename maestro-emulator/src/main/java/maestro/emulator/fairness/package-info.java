/** What a switch should get, how far from it what it got is, and how even that is. */
package maestro.emulator.fairness;
