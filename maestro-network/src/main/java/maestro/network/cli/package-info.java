/**
 * The command {@code network} and its options. Options that other commands have, too, are in {@code
 * maestro.emulator.cli}.
 */
package maestro.network.cli;
