/** Controllers of ours in processes of their own: how they are started, and a look inside. */
package maestro.emulator.controller;
