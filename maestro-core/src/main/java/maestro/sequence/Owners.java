package maestro.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import maestro.api.Application;
import maestro.entries.EntryOwner;
import maestro.entries.EntryOwners;
import maestro.entries.OwnCookies;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.event.EventThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the owners of flow entries from the applications. Used once, on the starting thread. */
final class Owners {
  private static final Logger LOG = LoggerFactory.getLogger(Owners.class);

  private final Map<String, RunningApplication> running;
  private final Declarations declarations;
  private final EventThread events;

  Owners(Map<String, RunningApplication> running, Declarations declarations, EventThread events) {
    this.running = running;
    this.declarations = declarations;
    this.events = events;
  }

  /**
   * The owners: first those of the platform, then the applications that run, then the others that
   * were found.
   */
  EntryOwners of(
      List<EntryOwner> platform,
      List<ApplicationHost.Configured> configured,
      List<Application> found) {
    List<EntryOwner> owners = new ArrayList<>(platform);
    configured.forEach(each -> owners.add(running(each.application())));
    for (Application application : found) {
      try {
        if (!running.containsKey(application.name())) {
          owners.add(absent(application));
        }
      } catch (RuntimeException | LinkageError e) { // it does not run, so this stops nothing
        LOG.warn(
            "{} does not run and does not say which cookies it has: its flow entries stay",
            application.getClass().getName(),
            e);
      }
    }
    return new EntryOwners(owners);
  }

  private EntryOwner running(Application application) {
    RunningApplication started =
        Objects.requireNonNull(running.get(application.name()), "not started");
    EntryOwner owner =
        EntryOwner.running(
            started.name(),
            started.cookies(),
            application.entriesStay() || application.failsClosed(),
            new Runner(started, events));
    return declarations.reconciler(started.name()).apply(owner);
  }

  private static EntryOwner absent(Application application) {
    String name = application.name();
    OwnCookies cookies = new OwnCookies(name, application.cookies());
    return EntryOwner.absent(name, cookies, application.entriesStay());
  }

  private record Runner(RunningApplication application, EventThread events)
      implements EntryOwner.Runner {
    @Override
    public boolean isRunning() {
      return !application.isOut();
    }

    @Override
    public boolean isServing(long datapathId) {
      return application.serves(datapathId);
    }

    @Override
    public void onEventThread(Runnable task) {
      events.runTask(application, task);
    }

    @Override
    public void failed(Throwable fault) {
      application.failed(0, fault);
    }
  }
}
