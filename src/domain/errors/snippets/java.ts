import { indented, type Snippet } from './snippet';

const INSTALL = "implementation 'io.sentry:sentry:8.0.0'";

const NOTES = `// build.gradle: ${INSTALL}
`;
/**
 * Without a DSN the SDK throws; with an empty one it is disabled. The SDK's shutdown hook sends pending
 * events.
 */
const BODY = `io.sentry.Sentry.init(options -> {
    options.setDsn(System.getenv().getOrDefault("SENTRY_DSN", ""));
    options.setRelease(System.getenv("SENTRY_RELEASE"));
    options.setEnvironment(System.getenv().getOrDefault("SENTRY_ENVIRONMENT", "production"));
    // The server accepts exceptions and messages, but not sessions, client reports, or tracing data.
    options.setEnableAutoSessionTracking(false);
    options.setSendClientReports(false);
});

// Uncomment a line to test the setup. Uncaught exceptions are also reported.
// io.sentry.Sentry.captureException(new RuntimeException("Test exception"));
// io.sentry.Sentry.captureMessage("Test message");
`;

export const JAVA: Snippet = {
  language: 'java',
  name: 'Java',
  languageIds: ['java'],
  fileName: 'Main.java',
  sdk: 'io.sentry:sentry 8',
  install: INSTALL,
  setup: NOTES + BODY,
  file: `${NOTES}public class Main {
    public static void main(String[] args) {
${indented(BODY, '        ')}    }
}
`,
};
