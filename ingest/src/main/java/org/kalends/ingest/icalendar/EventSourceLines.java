package org.kalends.ingest.icalendar;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.http.ProblemType;

/** The lines of the properties of one event's components. */
final class EventSourceLines implements ReadItem.SourceLines {
  private record ComponentLines(int line, Map<String, Integer> properties) {
    static ComponentLines of(SourceComponent source) {
      Map<String, Integer> lines = new HashMap<>();
      for (ContentLine property : source.properties()) {
        lines.putIfAbsent(property.name(), property.line());
      }
      return new ComponentLines(source.line(), lines);
    }

    int lineOf(@Nullable String property) {
      return property == null ? line : properties.getOrDefault(property, line);
    }
  }

  private final ComponentLines master;
  private final List<ComponentLines> overrides;

  /**
   * @param master null when there are overrides only
   * @param overrides in the order of the event's record
   */
  EventSourceLines(@Nullable SourceComponent master, List<SourceComponent> overrides) {
    this.overrides = overrides.stream().map(ComponentLines::of).toList();
    this.master = master == null ? this.overrides.get(0) : ComponentLines.of(master);
  }

  @Override
  public CalendarFault locate(Rejection rejection) {
    int index = rejection.getOverride();
    ComponentLines component =
        index < 0 || index >= overrides.size() ? master : overrides.get(index);
    return new CalendarFault(
        ProblemType.ofSlug(rejection.getType()).orElse(ProblemType.INVALID_EVENT),
        rejection.getDetail(),
        component.lineOf(rejection.getProperty()),
        rejection.getProperty(),
        rejection.getRule());
  }
}
