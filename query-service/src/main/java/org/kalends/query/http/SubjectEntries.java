package org.kalends.query.http;

import java.util.List;
import java.util.Map;
import org.kalends.indexer.store.IndexReader;
import org.kalends.query.read.AfterTokens;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.read.Window;
import org.kalends.query.routing.Hop;
import org.kalends.query.routing.NodeClient;
import org.kalends.query.routing.PartitionClient;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** Reads the entries of several subjects for a request, wherever their partitions are. */
final class SubjectEntries {
  private final IndexReader reader;
  private final PartitionClient partitions;
  private final NodeClient nodes;
  private final QuerySettings settings;

  SubjectEntries(
      IndexReader reader, PartitionClient partitions, NodeClient nodes, QuerySettings settings) {
    this.reader = reader;
    this.partitions = partitions;
    this.nodes = nodes;
    this.settings = settings;
  }

  /**
   * @throws ProblemException limit-exceeded when they are more than may be in memory for one query
   */
  Map<Subject, SubjectReader.Entries> read(
      Exchange exchange, List<Subject> subjects, Window window, Hop hop)
      throws InterruptedException {
    SubjectSource source =
        new SubjectSource(
            reader,
            nodes,
            window.range(),
            exchange.header(AfterTokens.HEADER),
            hop,
            settings.maxEntries());
    Map<Subject, SubjectReader.Entries> read = partitions.readAll(subjects, source, hop);
    long entries = read.values().stream().mapToLong(each -> each.entries().size()).sum();
    if (entries > settings.maxEntries()) {
      throw new ProblemException(
          ProblemType.LIMIT_EXCEEDED,
          "The query meets more events than it may: ask for a shorter time or fewer attendees;"
              + " events="
              + entries
              + " limit="
              + settings.maxEntries());
    }
    return read;
  }
}
