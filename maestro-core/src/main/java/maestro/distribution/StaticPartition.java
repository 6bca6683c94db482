package maestro.distribution;

/**
 * Members are dealt out when they connect and stay where they are: the design of NOX and Beacon
 * (section 3.2.2 of the Maestro paper).
 *
 * <ol>
 *   <li>A member that joins goes to the worker that has the fewest, the first of those.
 *   <li>Its worker alone reads it: no lock is contended, nothing crosses cores.
 *   <li>One large read is one batch (64 KiB is Beacon's, 512 KiB NOX's), so the batch grows with
 *       what the busiest members send, and so does everybody's delay.
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
