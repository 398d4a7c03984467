import type { Snippet } from './snippet';

const INSTALL = 'pip install "sentry-sdk>=2"';

/**
 * Older versions send events to the store endpoint unless tracing is enabled; version 2 only uses envelopes.
 */
const SETUP = `# ${INSTALL}
import os

import sentry_sdk

sentry_sdk.init(
    dsn=os.environ.get("SENTRY_DSN"),
    # Sessions are grouped by release; without a release, no sessions are sent.
    release=os.environ.get("SENTRY_RELEASE"),
    environment=os.environ.get("SENTRY_ENVIRONMENT"),
    # The server accepts exceptions, messages, and sessions, but not client reports or tracing data.
    auto_session_tracking=True,
    send_client_reports=False,
)

# Uncomment a line to test the setup. Uncaught exceptions are also reported.
# sentry_sdk.capture_exception(RuntimeError("Test exception"))
# sentry_sdk.capture_message("Test message")
`;

export const PYTHON: Snippet = {
  language: 'python',
  name: 'Python',
  languageIds: ['python'],
  fileName: 'main.py',
  sdk: 'sentry-sdk 2',
  install: INSTALL,
  setup: SETUP,
  file: SETUP,
};
