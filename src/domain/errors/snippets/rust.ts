import { indented, type Snippet } from './snippet';

const INSTALL = 'cargo add sentry';

const NOTES = `// ${INSTALL}
`;
const BODY = `// What waits is sent when the guard goes: keep it to the end of main. Panics are sent as well.
let _guard = sentry::init((
    std::env::var("SENTRY_DSN").unwrap_or_default(),
    sentry::ClientOptions {
        // Sessions are counted by release: without one, none is sent. SENTRY_RELEASE goes first.
        release: std::env::var("SENTRY_RELEASE")
            .ok()
            .map(Into::into)
            .or(sentry::release_name!()),
        environment: std::env::var("SENTRY_ENVIRONMENT").ok().map(Into::into),
        // The server takes exceptions, messages and sessions: no tracing.
        auto_session_tracking: true,
        ..Default::default()
    },
));

// Two things to try it with.
// sentry::capture_error(&std::io::Error::other("A first exception"));
// sentry::capture_message("A first message", sentry::Level::Info);
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
