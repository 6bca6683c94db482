/** What a switch may do to hurt others, and a good switch beside it that must notice nothing. */
package maestro.emulator.attack;
