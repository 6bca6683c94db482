package maestro.distribution;

/**
 * Each member is assigned to a worker when it connects and stays there: the design of NOX and
 * Beacon (section 3.2.2 of the Maestro paper).
 *
 * <ol>
 *   <li>A member that joins goes to the first worker with the fewest members.
 *   <li>Only its worker reads it: no lock is contended, no data crosses cores.
 *   <li>One large read is one batch (64 KiB as in Beacon, 512 KiB as in NOX). So the batch, and the
 *       delay of all members, grows with what the busiest members send.
 * </ol>
 */
public final class StaticPartition implements Distribution {
  private final PartitionSchedule[] schedules;
  private final int[] memberCounts;

  /**
   * Makes the schedules.
   *
   * @param readiness one for each worker
   */
  public StaticPartition(DistributionSettings settings, Readiness[] readiness) {
    schedules = PartitionSchedule.forWorkers(settings, readiness);
    memberCounts = new int[settings.workers()];
  }

  @Override
  public Schedule schedule(int worker) {
    return schedules[worker];
  }

  @Override
  public void join(Member member) {
    int fewest = Partitions.fewest(memberCounts); // 1
    memberCounts[fewest]++;
    member.home(fewest);
    schedules[fewest].deal(member);
  }

  @Override
  public boolean waitsFor(Member member, int worker) {
    return member.home() == worker || member.isClaimedBy(worker);
  }

  @Override
  public void left(Member member) {
    memberCounts[member.home()]--;
  }
}
