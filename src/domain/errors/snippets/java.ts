import { indented, type Snippet } from './snippet';

const INSTALL = "implementation 'io.sentry:sentry:8.0.0'";

const NOTES = `// build.gradle: ${INSTALL}
`;
/** Without a DSN the SDK throws, with an empty one it is off. The shutdown hook of the SDK sends what waits. */
const BODY = `io.sentry.Sentry.init(options -> {
    options.setDsn(System.getenv().getOrDefault("SENTRY_DSN", ""));
    options.setRelease(System.getenv("SENTRY_RELEASE"));
    options.setEnvironment(System.getenv().getOrDefault("SENTRY_ENVIRONMENT", "production"));
    // The server takes exceptions and messages: no sessions, no SDK reports, no tracing.
    options.setEnableAutoSessionTracking(false);
    options.setSendClientReports(false);
});

// Two things to try it with. Exceptions that nobody catches are sent as well.
// io.sentry.Sentry.captureException(new RuntimeException("A first exception"));
// io.sentry.Sentry.captureMessage("A first message");
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
