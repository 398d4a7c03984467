import type { Snippet } from './snippet';

const INSTALL = 'pip install "sentry-sdk>=2"';

/** Older versions send events to the store endpoint unless tracing is on; version 2 knows envelopes only. */
const SETUP = `# ${INSTALL}
import os

import sentry_sdk

sentry_sdk.init(
    dsn=os.environ.get("SENTRY_DSN"),
    # Sessions are counted by release: without one, none is sent.
    release=os.environ.get("SENTRY_RELEASE"),
    environment=os.environ.get("SENTRY_ENVIRONMENT"),
    # The server takes exceptions, messages and sessions: no SDK reports, no tracing.
    auto_session_tracking=True,
    send_client_reports=False,
)

# Two things to try it with. Exceptions that nobody catches are sent as well.
# sentry_sdk.capture_exception(RuntimeError("A first exception"))
# sentry_sdk.capture_message("A first message")
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
