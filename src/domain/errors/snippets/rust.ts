import { indented, type Snippet } from './snippet';

const INSTALL = 'cargo add sentry';

const NOTES = `// ${INSTALL}
`;
const BODY = `// Buffered events are sent when the guard is dropped, so keep it until the end of main. Panics are also reported.
let _guard = sentry::init((
    std::env::var("SENTRY_DSN").unwrap_or_default(),
    sentry::ClientOptions {
        // Sessions are grouped by release; without a release, no sessions are sent.
        // SENTRY_RELEASE takes precedence over the name and version of the crate.
        release: std::env::var("SENTRY_RELEASE")
            .ok()
            .map(Into::into)
            .or(sentry::release_name!()),
        environment: std::env::var("SENTRY_ENVIRONMENT").ok().map(Into::into),
        // The server accepts exceptions, messages, and sessions, but not tracing data.
        auto_session_tracking: true,
        ..Default::default()
    },
));

// Uncomment a line to test the setup.
// sentry::capture_error(&std::io::Error::other("Test exception"));
// sentry::capture_message("Test message", sentry::Level::Info);
`;

export const RUST: Snippet = {
  language: 'rust',
  name: 'Rust',
  languageIds: ['rust'],
  fileName: 'main.rs',
  sdk: 'sentry (crate)',
  install: INSTALL,
  setup: NOTES + BODY,
  file: `${NOTES}fn main() {
${indented(BODY, '    ')}}
`,
};
