package org.kalends.query.http;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.query.routing.NodeClient;
import org.kalends.query.routing.PartitionClient;
import org.kalends.schemas.http.Route;

/**
 * The read routes of a node: the door of the query service. Safe for many threads; close it after
 * the server that serves them.
 */
public final class QueryRoutes implements AutoCloseable {
  private final PartitionClient partitions;
  private final NodeClient nodes;
  private final List<Route> routes = new ArrayList<>();

  /**
   * @param reader of the partitions that this node holds
   * @param owners of all partitions
   * @param text what writes an event as iCalendar text
   * @param clock says what is next when a query does not
   */
  public QueryRoutes(
      IndexReader reader,
      PartitionOwners owners,
      EventText text,
      Clock clock,
      QuerySettings settings) {
    this.partitions = new PartitionClient(owners);
    this.nodes = new NodeClient(settings.connectTimeout(), settings.stallTimeout());
    OwnerAnswers owned = new OwnerAnswers(reader, partitions, nodes, settings);
    SubjectEntries entries = new SubjectEntries(reader, partitions, nodes, settings);
    routes.addAll(new EventReadRoutes(reader, text, owned).routes());
    routes.addAll(new PeriodRoutes(reader, text, owned, settings).routes());
    routes.addAll(new OccurrenceRoutes(reader, owned, clock, settings).routes());
    routes.addAll(new PeopleRoutes(entries, settings).routes());
    routes.addAll(new FreeBusyRoutes(entries, settings).routes());
    routes.addAll(new CalendarRoutes(reader, partitions, nodes, owned, settings).routes());
    routes.addAll(new NodeRoutes(reader, owners).routes());
  }

  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /** Breaks off what is asked of other nodes. */
  @Override
  public void close() {
    partitions.close();
    nodes.close();
  }
}
