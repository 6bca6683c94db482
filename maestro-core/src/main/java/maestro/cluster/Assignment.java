package maestro.cluster;

/**
 * A row of the table: who serves a switch. Members stand as numbers; 0 is nobody.
 *
 * @param master the member that serves it
 * @param backup the member that claims it when the master is not in the view
 * @param generation the newest claim that the coordinator knew of
 */
record Assignment(long datapathId, int master, int backup, long generation) {
  Assignment servedBy(int newMaster, int newBackup, long newGeneration) {
    return new Assignment(datapathId, newMaster, newBackup, newGeneration);
  }
}
