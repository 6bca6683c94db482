package maestro.net.socket;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Watches {@link MemoryChannel}s. It never waits, and reports channels in the order in which they
 * were registered, so that the same run has the same order. Confined to one thread.
 */
public final class MemorySelector extends AbstractSelector {
  private final List<Key> keys = new ArrayList<>();

  /** The registration of one channel. */
  private static final class Key extends AbstractSelectionKey {
    private final MemorySelector selector;
    private final MemoryChannel channel;
    private int interest;

    Key(MemorySelector selector, MemoryChannel channel, int interest) {
      this.selector = selector;
      this.channel = channel;
      this.interest = interest;
    }

    @Override
    public SelectableChannel channel() {
      return channel;
    }

    @Override
    public Selector selector() {
      return selector;
    }

    @Override
    public int interestOps() {
      return interest;
    }

    @Override
    public SelectionKey interestOps(int operations) {
      interest = operations;
      return this;
    }

    @Override
    public int readyOps() {
      return interest & (channel.isReadable() ? OP_READ | OP_WRITE : OP_WRITE);
    }
  }

  public MemorySelector() {
    super(SelectorProvider.provider());
  }

  @Override
  protected SelectionKey register(
      AbstractSelectableChannel channel, int operations, Object attachment) {
    Key key = new Key(this, (MemoryChannel) channel, operations);
    key.attach(attachment);
    keys.add(key);
    return key;
  }

  @Override
  public int selectNow(Consumer<SelectionKey> action) {
    forgetCancelled();
    int ready = 0;
    for (int i = 0; i < keys.size(); i++) {
      Key key = keys.get(i);
      if (key.isValid() && key.readyOps() != 0) {
        ready++;
        action.accept(key);
      }
    }
    return ready;
  }

  private void forgetCancelled() {
    Set<SelectionKey> cancelled = cancelledKeys();
    synchronized (cancelled) {
      if (!cancelled.isEmpty()) {
        keys.removeIf(key -> cancelled.contains(key));
        cancelled.forEach(key -> deregister((AbstractSelectionKey) key));
        cancelled.clear();
      }
    }
  }

  @Override
  public int select(Consumer<SelectionKey> action, long timeoutMs) {
    return selectNow(action);
  }

  @Override
  public int select(Consumer<SelectionKey> action) {
    return selectNow(action);
  }

  @Override
  public int selectNow() {
    return selectNow(key -> {});
  }

  @Override
  public int select(long timeoutMs) {
    return selectNow();
  }

  @Override
  public int select() {
    return selectNow();
  }

  @Override
  public Set<SelectionKey> keys() {
    return new HashSet<>(keys);
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    return new HashSet<>();
  }

  @Override
  public Selector wakeup() {
    return this;
  }

  @Override
  protected void implCloseSelector() {
    keys.clear();
  }
}
