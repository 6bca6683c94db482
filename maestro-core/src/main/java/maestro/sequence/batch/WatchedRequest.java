package maestro.sequence.batch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import maestro.api.FlowRequest;
import maestro.state.SeesViews;
import org.jspecify.annotations.Nullable;

/**
 * The untracked request of a checked stage: it tracks in a set of its own what was read, by the
 * accessors that track. For {@link StageCheck}; allocates.
 */
final class WatchedRequest implements InvocationHandler {
  private final RequestView view;
  private final int[] read;

  private WatchedRequest(RequestView view, int[] read) {
    this.view = view;
    this.read = read;
  }

  /**
   * Makes the request.
   *
   * @param read gets the fields that were read, by the index of the request in the batch
   */
  static FlowRequest of(RequestView view, int[] read) {
    Class<?>[] seen = {FlowRequest.class, SeesViews.class};
    ClassLoader loader = WatchedRequest.class.getClassLoader();
    return (FlowRequest) Proxy.newProxyInstance(loader, seen, new WatchedRequest(view, read));
  }

  /** The view behind such a request. */
  static RequestView viewOf(FlowRequest request) {
    return ((WatchedRequest) Proxy.getInvocationHandler(request)).view;
  }

  @Override
  public @Nullable Object invoke(Object request, Method method, @Nullable Object @Nullable [] with)
      throws Throwable {
    view.check();
    if (method.getName().equals("untracked")) {
      return request;
    }
    int before = view.tracked();
    view.tracked(0);
    try {
      return method.invoke(view, with);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    } finally {
      read[view.index()] |= view.tracked();
      view.tracked(before);
    }
  }
}
