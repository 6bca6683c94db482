package maestro.control.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The connections of the control listener, the one that has asked nothing for longest first.
 * Confined to the control thread, except for {@link #count}.
 */
public final class OpenConnections {
  private final int most;
  private final Set<Channel> byLastRequest = new LinkedHashSet<>();
  private final Set<Channel> listening = new HashSet<>();

  /** Volatile: written by the control thread. */
  private volatile int count;

  public OpenConnections(int most) {
    this.most = most;
  }

  /**
   * A client has connected. Closes another connection when there are too many.
   *
   * @return whether it did
   */
  boolean opened(Channel channel) {
    Channel longestSilent = byLastRequest.size() == most ? takeLongestSilent() : null;
    byLastRequest.add(channel);
    count = byLastRequest.size();
    channel.closeFuture().addListener(ignored -> closed(channel));
    if (longestSilent != null) { // when the other is counted: its client may ask how many there are
      ChannelFuture unused = longestSilent.close();
    }
    return longestSilent != null;
  }

  private Channel takeLongestSilent() {
    Iterator<Channel> all = byLastRequest.iterator();
    Channel longestSilent = all.next();
    all.remove();
    return longestSilent;
  }

  private void closed(Channel channel) {
    byLastRequest.remove(channel);
    count = byLastRequest.size();
  }

  /** The connection is no longer one of these: it has an answer without an end. */
  void listens(Channel channel) {
    closed(channel);
    listening.add(channel);
    channel.closeFuture().addListener(ignored -> listening.remove(channel));
  }

  /** Ends the answers without an end. A client that may still ask asks again. */
  public void endListening() {
    for (Channel each : List.copyOf(listening)) { // a close removes
      ChannelFuture unused = each.close();
    }
  }

  /** How many there are. Any thread. */
  public int count() {
    return count;
  }

  /** A request has arrived. */
  void asked(Channel channel) {
    if (byLastRequest.remove(channel)) {
      byLastRequest.add(channel);
    }
  }
}
