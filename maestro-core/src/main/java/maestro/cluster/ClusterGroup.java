package maestro.cluster;

import java.util.List;

/** The members that see each other, and messages between them. */
public interface ClusterGroup extends AutoCloseable {
  /** Joins the group. Views, and then messages, come in order and on one thread. */
  void start(Listener listener);

  /**
   * Sends a message to a member. Messages arrive in order while both stay in one view; a message to
   * a member that leaves the view may be lost. Any thread. Never waits.
   *
   * @param message the caller does not change it afterwards
   * @return false when the queue is full; the message is dropped then
   */
  boolean send(String member, byte[] message);

  /** Leaves the group and joins it as a new member; a view tells when it has. Never waits. */
  void rejoin();

  /** Leaves the group. */
  @Override
  void close();

  /** Who is told. */
  interface Listener {
    /**
     * The members that see each other now.
     *
     * @param number differs between two views of one coordinator
     * @param members their names; the first is the coordinator of the view
     */
    void view(long number, List<String> members);

    /** A message of a member. */
    void message(String from, byte[] message);
  }
}
