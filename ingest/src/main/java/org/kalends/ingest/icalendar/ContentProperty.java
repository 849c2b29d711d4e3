package org.kalends.ingest.icalendar;

import java.util.List;
import java.util.regex.Pattern;
import net.fortuna.ical4j.model.Parameter;
import net.fortuna.ical4j.model.ParameterList;
import net.fortuna.ical4j.model.Property;
import net.fortuna.ical4j.model.PropertyFactory;
import net.fortuna.ical4j.validate.ValidationResult;

/**
 * A property of ical4j whose value is written as it is: times, rules and addresses come from a
 * checked record, and ical4j's own types would parse them again and print them in another way.
 */
final class ContentProperty extends Property {
  private static final long serialVersionUID = 1;

  /** No value breaks out of its line, whatever a producer wrote into its record. */
  private static final Pattern LINE_BREAKS = Pattern.compile("[\\r\\n]+");

  private String value;

  ContentProperty(String name, String value, List<Parameter> parameters) {
    super(name, new ParameterList(parameters));
    this.value = LINE_BREAKS.matcher(value).replaceAll(" ");
  }

  ContentProperty(String name, String value) {
    this(name, value, List.of());
  }

  @Override
  public String getValue() {
    return value;
  }

  @Override
  public void setValue(String newValue) {
    value = newValue;
  }

  @Override
  public ValidationResult validate() {
    return ValidationResult.EMPTY;
  }

  @Override
  protected PropertyFactory<?> newFactory() {
    throw new UnsupportedOperationException("A written property is not copied; name=" + getName());
  }
}
