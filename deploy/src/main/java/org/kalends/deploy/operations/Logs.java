package org.kalends.deploy.operations;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Where the log goes: one line an entry, or one JSON object. */
public final class Logs {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{36} %msg%n";
  private static final String MAX_FILE_SIZE = "20MB";
  private static final int MAX_FILES = 5;

  private Logs() {}

  /** All of it to the console, for a service whose output is collected. */
  public static void toConsole(boolean json) {
    LoggerContext context = fresh();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    begin(console, context, json ? new JsonEncoder() : pattern(context));
  }

  /** All of it to a file that is kept small, for a terminal that shows other things. */
  public static void toFile(Path file) {
    LoggerContext context = fresh();
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(appender);
    rolling.setFileNamePattern(file + ".%i");
    rolling.setMinIndex(1);
    rolling.setMaxIndex(MAX_FILES);
    rolling.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(context);
    trigger.setMaxFileSize(FileSize.valueOf(MAX_FILE_SIZE));
    trigger.start();
    appender.setRollingPolicy(rolling);
    appender.setTriggeringPolicy(trigger);
    begin(appender, context, pattern(context));
  }

  private static LoggerContext fresh() {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      throw new IllegalStateException("Logback is not the logger in use");
    }
    context.reset();
    return context;
  }

  private static PatternLayoutEncoder pattern(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    return encoder;
  }

  private static void begin(
      OutputStreamAppender<ILoggingEvent> appender,
      LoggerContext context,
      EncoderBase<ILoggingEvent> encoder) {
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    context.getLogger("ROOT").setLevel(Level.INFO);
    context.getLogger("ROOT").addAppender(appender);
    // every config of every client, at every start
    context.getLogger("org.apache.kafka").setLevel(Level.WARN);
    context.getLogger("kafka").setLevel(Level.WARN);
    context.getLogger("state.change.logger").setLevel(Level.WARN);
    context.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
  }
}
