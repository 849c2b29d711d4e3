package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.event.EventLimits;

/**
 * A component as it stands in the text: its content lines, and the components within.
 *
 * @param name in upper case
 * @param line of its BEGIN
 * @param properties in their order
 * @param children in their order
 */
record SourceComponent(
    String name, int line, List<ContentLine> properties, List<SourceComponent> children) {

  /**
   * The component that these bytes are, from BEGIN to END; the scan has checked its nesting.
   *
   * @param firstLine the number of its first line
   */
  static SourceComponent read(byte[] bytes, int firstLine, Notes notes) throws PropertyFault {
    try {
      return new Builder(new ContentLines(bytes, firstLine), notes).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first UID that is not empty; null when there is none. */
  @Nullable String uid() {
    for (ContentLine property : properties) {
      if (property.name().equals("UID")) {
        String uid = TextValue.unescape(property.value()).strip();
        if (!uid.isEmpty()) {
          return uid;
        }
      }
    }
    return null;
  }

  /** The first property of this name; null when there is none. */
  @Nullable ContentLine property(String propertyName) {
    for (ContentLine property : properties) {
      if (property.name().equals(propertyName)) {
        return property;
      }
    }
    return null;
  }

  /** Reads lines into components; its depth is bounded by the scan's. */
  private static final class Builder {
    private final ContentLines lines;
    private final Notes notes;

    Builder(ContentLines lines, Notes notes) {
      this.lines = lines;
      this.notes = notes;
    }

    SourceComponent read() throws IOException, PropertyFault {
      ContentLine begin = lines.next() ? line() : null;
      if (begin == null) {
        throw new IllegalStateException("A component begins with BEGIN; the scan found it so");
      }
      return component(begin);
    }

    private SourceComponent component(ContentLine begin) throws IOException, PropertyFault {
      List<ContentLine> properties = new ArrayList<>();
      List<SourceComponent> children = new ArrayList<>(0);
      int count = 0;
      while (lines.next()) {
        ContentLine property = line();
        if (property == null) {
          joinStray(properties);
        } else if (property.name().equals("BEGIN")) {
          children.add(component(property));
        } else if (property.name().equals("END")) {
          break;
        } else {
          properties.add(property);
        }
        if (++count > EventLimits.MAX_PROPERTIES) {
          throw tooMany();
        }
      }
      return new SourceComponent(begin.keyword(), begin.line(), properties, children);
    }

    private @Nullable ContentLine line() throws IOException, PropertyFault {
      String text = lines.text();
      ContentLine property = ContentLineLexer.parse(text, lines.lineNumber());
      if (lines.isTooLong()) {
        throw tooLong(property == null ? null : property.name());
      }
      return property;
    }

    private PropertyFault tooLong(@Nullable String property) {
      return PropertyFault.limit(
          "A content line is too long; maxBytes=" + ContentLines.MAX_LINE_BYTES,
          lines.lineNumber(),
          property,
          "bytes of an unfolded content line");
    }

    /**
     * A line without a name: the broken rest of the text before it, whose line end was not escaped.
     */
    private void joinStray(List<ContentLine> properties) throws IOException, PropertyFault {
      String stray = lines.text().strip();
      int last = properties.size() - 1;
      if (last < 0) {
        throw PropertyFault.broken(
            "The line is no content line: it has no name and colon",
            lines.lineNumber(),
            null,
            "RFC 5545 3.1: contentline = name *(\";\" param) \":\" value");
      }
      ContentLine before = properties.get(last);
      if (before.text().length() + stray.length() > ContentLines.MAX_LINE_BYTES) {
        throw tooLong(before.name());
      }
      properties.set(last, before.withValue(before.value() + "\\n" + stray));
      notes.add(lines.lineNumber(), Tolerance.STRAY_LINE, "property=" + before.name());
    }

    private PropertyFault tooMany() {
      return PropertyFault.limit(
          "A component has too many properties; max=" + EventLimits.MAX_PROPERTIES,
          lines.lineNumber(),
          null,
          "properties of one component");
    }
  }
}
